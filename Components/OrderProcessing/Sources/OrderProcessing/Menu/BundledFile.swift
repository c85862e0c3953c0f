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
      let place = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      let problem = fragment(context.debugDescription)
      return place.isEmpty ? problem : "\(problem) at '\(place.joined(separator: "."))'"
    default:
      return fragment(error.localizedDescription)
    }
  }

  /// Foundation's sentence without its full stop, to stand within another.
  private static func fragment(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}
