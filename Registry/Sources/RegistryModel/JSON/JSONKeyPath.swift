/// The way from the root of a JSON text to one of its values.
struct JSONKeyPath: Hashable, Sendable {
  private(set) var description = ""

  var isRoot: Bool {
    description.isEmpty
  }

  func appending(_ key: String) -> JSONKeyPath {
    var path = self
    let isPlain = key.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
    if isPlain && !key.isEmpty {
      path.description += isRoot ? key : ".\(key)"
    } else {
      path.description += "[\(JSONValue.string(key).compact)]"
    }
    return path
  }

  func appending(_ index: Int) -> JSONKeyPath {
    var path = self
    path.description += "[\(index)]"
    return path
  }
}
