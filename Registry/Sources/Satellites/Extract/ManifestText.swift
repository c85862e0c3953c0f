import Base
import Model

/// A call in a manifest, as a line or as one argument a line.
///
/// ``NewManifest`` uses it for all that it writes, so that the text is as `swift format` leaves it.
indirect enum ManifestText {
  case plain(String)
  case call(String, [(label: String?, value: ManifestText)])
  case list([ManifestText])

  static let width = 100

  /// A literal of JSON is one of Swift, but for control characters, which no name has.
  static func string(_ text: String) -> ManifestText { .plain(JSONValue.string(text).compact) }

  static func strings(_ texts: [String]) -> ManifestText { .list(texts.map(ManifestText.string)) }

  /// - Parameters:
  ///   - indentation: Of the line that it starts in.
  ///   - before: How many characters the line has before it, and behind it.
  func text(indentation: Int, besides others: Int) -> String {
    let line = self.line
    if indentation + others + line.count <= Self.width { return line }
    let space = String(repeating: " ", count: indentation + 2)
    let end = String(repeating: " ", count: indentation)
    switch self {
    case .plain: return line
    case .list(let items):
      let lines = items.map { space + $0.text(indentation: indentation + 2, besides: 1) + ",\n" }
      return "[\n" + lines.joined() + end + "]"
    case .call(let name, let arguments):
      if arguments.isEmpty { return line }
      let lines = arguments.map { argument in
        let label = argument.label.map { "\($0): " } ?? ""
        return space + label
          + argument.value.text(indentation: indentation + 2, besides: label.count + 1)
      }
      return "\(name)(\n" + lines.joined(separator: ",\n") + "\n" + end + ")"
    }
  }

  private var line: String {
    switch self {
    case .plain(let text): text
    case .list(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .call(let name, let arguments):
      "\(name)("
        + arguments.map { ($0.label.map { "\($0): " } ?? "") + $0.value.line }
        .joined(separator: ", ") + ")"
    }
  }
}
