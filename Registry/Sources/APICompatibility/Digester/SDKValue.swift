/// JSON of the digester's, which is passed on to it again without knowing what all of it means.
enum SDKValue: Hashable, Sendable {
  case object([String: SDKValue])
  case array([SDKValue])
  case string(String)
  case integer(Int)
  case bool(Bool)

  subscript(key: String) -> SDKValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var items: [SDKValue] {
    if case .array(let items) = self { items } else { [] }
  }
}

extension SDKValue: Codable {
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [String: SDKValue] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(SDKValue.self, forKey: key)
      }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var items: [SDKValue] = []
      while !container.isAtEnd { items.append(try container.decode(SDKValue.self)) }
      self = .array(items)
    } else {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .string(text)
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else {
        self = .integer(try container.decode(Int.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .array(let items): try container.encode(items)
    case .string(let text): try container.encode(text)
    case .integer(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}
