/// A JSON value with its place in the text.
struct JSONNode: Sendable {
  struct Member: Sendable {
    let key: String
    let keyLine: Int
    let keyStart: Int
    let value: JSONNode
  }

  enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  let content: Content
  /// Of the first byte, counted from 1.
  let line: Int
  /// Offsets of its bytes.
  let range: Range<Int>

  var value: JSONValue {
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
  func member(_ keys: [String]) -> Member? {
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
  var kind: String {
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
