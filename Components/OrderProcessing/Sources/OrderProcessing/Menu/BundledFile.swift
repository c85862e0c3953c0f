import FlowKit
import Foundation

/// A JSON file among the component's resources.
struct BundledFile {
  /// The file's path within the bundle.
  let path: String

  func decoded<Value: Decodable>(as type: Value.Type) throws(FlowFailure) -> Value {
    do {
      let folder = Bundle.module.resourceURL ?? Bundle.module.bundleURL
      let data = try Data(contentsOf: folder.appendingPathComponent(path))
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw FlowFailure(
        .damagedMenu,
        "the bundled file '\(path)' cannot be read: \(Self.reason(error))",
        help: "install the app again"
      )
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context),
      DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      return place.isEmpty ? context.debugDescription : "\(context.debugDescription) at '\(place)'"
    default:
      return error.localizedDescription
    }
  }
}
