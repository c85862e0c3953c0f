/// A JSON value with its place in the text.
package struct JSONNode: Sendable {
  package struct Member: Sendable {
    package let key: String
    package let keyLine: Int
    package let keyStart: Int
    package let value: JSONNode
  }

  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package let content: Content
  /// Of the first byte, counted from 1.
  package let line: Int
  /// Offsets of its bytes.
  package let range: Range<Int>

  package var value: JSONValue {
    switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let digits): .number(digits)
    case .string(let text): .string(text)
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let members):
      .object(Dictionary(members.map { ($0.key, $0.value.value) }) { first, _ in first })
    }
  }

  /// The member that `keys` lead to.
  package func member(_ keys: [String]) -> Member? {
    var found: Member?
    for key in keys {
      guard case .object(let members) = (found?.value ?? self).content,
        let member = members.first(where: { $0.key == key })
      else { return nil }
      found = member
    }
    return found
  }

  /// The kind of value, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
