/// The way from the root of a JSON text to one of its values; put into words only for an error.
package struct JSONKeyPath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  package var steps: [Step] = []

  package static let root = JSONKeyPath()

  package func appending(_ step: Step) -> JSONKeyPath {
    JSONKeyPath(steps: steps + [step])
  }
}

extension JSONKeyPath: CustomStringConvertible {
  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let key) where Self.isPlain(key): text += text.isEmpty ? key : ".\(key)"
      case .member(let key): text += "[\(JSONValue.quoted(key))]"
      case .element(let index): text += "[\(index)]"
      }
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "$")].contains(byte)
      }
  }
}
