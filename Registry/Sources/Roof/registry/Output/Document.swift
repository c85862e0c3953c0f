#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Base
import Model

/// The result of a command, as text for people and as JSON for programs.
///
/// Documentation/reference/registry-json.md describes its members: keys are only ever added. `app`
/// and `apps` are also written as `scaffold` and `scaffolds`, their names before, until 2.0.
protocol Document: JSONObjectRepresentable {
  /// Lines with their ends; `width` is that of the terminal, if it is one.
  func text(style: Style, width: Int?) -> String
}

extension JSONValue {
  /// The lines of a file, with sorted keys.
  func fileText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Encoded(value: self)), as: UTF8.self) + "\n"
  }

  private struct Encoded: Encodable {
    let value: JSONValue

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let digits):
        if let integer = Int(digits) {
          try container.encode(integer)
        } else {
          try container.encode(Double(digits))
        }
      case .string(let text): try container.encode(text)
      case .array(let values): try container.encode(values.map(Encoded.init))
      case .object(let members): try container.encode(members.mapValues(Encoded.init))
      }
    }
  }
}
