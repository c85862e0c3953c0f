/// The way from the root of a JSON text to one of its values; put into words only for an error.
indirect enum JSONKeyPath: Hashable, Sendable {
  case root
  case member(of: JSONKeyPath, key: String)
  case element(of: JSONKeyPath, index: Int)

  func appending(_ key: String) -> JSONKeyPath {
    .member(of: self, key: key)
  }

  func appending(_ index: Int) -> JSONKeyPath {
    .element(of: self, index: index)
  }
}

extension JSONKeyPath: CustomStringConvertible {
  var description: String {
    switch self {
    case .root: ""
    case .member(.root, let key) where Self.isPlain(key): key
    case .member(let parent, let key) where Self.isPlain(key): "\(parent).\(key)"
    case .member(let parent, let key): "\(parent)[\(JSONValue.quoted(key))]"
    case .element(let parent, let index): "\(parent)[\(index)]"
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
