import RegistryModel

/// A value of the registry's own JSON inside a document.
struct EncodedJSON: Encodable {
  private let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

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
    case .array(let values): try container.encode(values.map(EncodedJSON.init))
    case .object(let members): try container.encode(members.mapValues(EncodedJSON.init))
    }
  }
}
