#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of a command, as text for people and as JSON for programs.
///
/// Its encoding is the JSON that Documentation/registry-json.md describes: keys are only ever added.
protocol Document: Encodable {
  /// Lines with their ends; `width` is that of the terminal, if it is one.
  func text(style: Style, width: Int?) -> String
}

extension Document {
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
