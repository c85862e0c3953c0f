public import Foundation

/// A JSON file among a component's resources.
public struct BundledFile: Sendable {
  private let path: String
  private let folder: URL
  private let damage: FlowFailure.Code

  /// Names the file at `path` within the folder of the component's own bundle; `damage` is the code
  /// of the failure when it cannot be read.
  public init(_ path: String, in folder: URL, damage: FlowFailure.Code) {
    self.path = path
    self.folder = folder
    self.damage = damage
  }

  /// Reads the file.
  ///
  /// - Throws: a ``FlowFailure`` that names the file and the place in it where it is damaged.
  public func decoded<Value: Decodable>(as type: Value.Type) throws(FlowFailure) -> Value {
    do {
      let data = try Data(contentsOf: folder.appendingPathComponent(path))
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw FlowFailure(
        damage,
        "the bundled file '\(path)' cannot be read: \(Self.reason(error))",
        help: "install the app again"
      )
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "'\(key.stringValue)' is missing\(place(context))"
    case DecodingError.dataCorrupted(let context),
      DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      return fragment(context.debugDescription) + place(context)
    case let error as CocoaError where error.code == .fileReadNoSuchFile:
      return "it is missing"
    default:
      return "\(error)"
    }
  }

  /// Such as ` at '0.price'`; empty for the file as a whole.
  private static func place(_ context: DecodingError.Context) -> String {
    let steps = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return steps.isEmpty ? "" : " at '\(steps.joined(separator: "."))'"
  }

  /// Foundation's sentence without its full stop, to stand within another.
  private static func fragment(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// Names the file at `path` in the bundle of resources that SwiftPM builds for a target, such as
  /// `Menus_Menus`; `damage` is the code of the failure when it cannot be read.
  ///
  /// The bundle is looked for beside the program and among the program's own resources. Where it is
  /// missing the file is too, whereas `Bundle.module` ends the process.
  public init(_ path: String, inBundle name: String, damage: FlowFailure.Code) {
    self.init(path, in: Self.folder(ofBundle: name), damage: damage)
  }

  private static func folder(ofBundle name: String) -> URL {
    let main = Bundle.main.bundleURL
    let homes = [main, Bundle.main.resourceURL, Bundle(for: Marker.self).resourceURL]
    for home in homes.compactMap(\.self) {
      for form in ["resources", "bundle"] {
        let place = home.appendingPathComponent("\(name).\(form)")
        guard let bundle = Bundle(url: place) else { continue }
        return bundle.resourceURL ?? bundle.bundleURL
      }
    }
    return main.appendingPathComponent("\(name).resources")
  }

  /// Says which image this code was linked into, which in a test is not the program.
  private final class Marker {}
}
