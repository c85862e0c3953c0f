import FlowKit
import Foundation

/// A JSON file among the component's resources.
struct BundledFile {
  /// The file's path within the bundle.
  let path: String

  func decoded<Value: Decodable>(as type: Value.Type) throws(FlowFailure) -> Value {
    do {
      let url = Bundle.module.bundleURL.appendingPathComponent(path)
      return try Self.decode(type, from: Data(contentsOf: url))
    } catch {
      throw FlowFailure(
        .damagedMenu,
        "the bundled file '\(path)' cannot be read: \(Self.reason(error))",
        help: "install the app again"
      )
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }

  private static func reason(_ error: any Error) -> String {
    guard case .dataCorrupted(let context) = error as? DecodingError else { return "\(error)" }
    return context.debugDescription
  }
}
