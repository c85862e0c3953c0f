/// A change of one value in a JSON text that leaves every other byte as it was.
struct JSONEdit {
  private var bytes: [UInt8]
  private let layout: JSONLayout
  private let newline: String

  init(_ text: String, layout: JSONLayout) {
    bytes = Array(text.utf8)
    self.layout = layout
    newline = text.utf8.contains(0x0D) ? "\r\n" : "\n"
  }

  var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Puts `value` where `keys` lead from the object `root`, which is this text's; objects that are
  /// missing on the way are added, each key where the order of keys wants it.
  mutating func set(_ value: JSONValue, at keys: [String], in root: JSONNode) {
    var node = root
    for (depth, key) in keys.enumerated() {
      guard case .object(let members) = node.content else { return }
      guard let member = members.first(where: { $0.key == key }) else {
        let missing = keys[(depth + 1)...].reversed().reduce(value) { .object([$1: $0]) }
        insert(missing, key: key, at: Array(keys[...depth]), into: node, members)
        return
      }
      node = member.value
    }
    let new = layout.text(value, at: keys, indentation: indentation(at: node), newline: newline)
    bytes.replaceSubrange(node.range, with: new.utf8)
  }

  /// Where the innermost value is that `keys` lead to or into.
  func offset(of keys: [String], in root: JSONNode) -> Int {
    var node = root
    for key in keys {
      guard case .object(let members) = node.content,
        let member = members.first(where: { $0.key == key })
      else { break }
      node = member.value
    }
    return node.range.lowerBound
  }

  /// Takes out the member that `keys` lead to, if it is there.
  mutating func remove(_ keys: [String], in root: JSONNode) {
    var node = root
    for key in keys.dropLast() {
      guard case .object(let members) = node.content,
        let member = members.first(where: { $0.key == key })
      else { return }
      node = member.value
    }
    guard case .object(let members) = node.content,
      let index = members.firstIndex(where: { $0.key == keys.last })
    else { return }
    if members.count == 1 {
      bytes.replaceSubrange(node.range, with: "{}".utf8)
    } else if index + 1 < members.count {
      bytes.removeSubrange(members[index].keyStart..<members[index + 1].keyStart)
    } else {
      let previous = members[index - 1].value.range.upperBound
      bytes.removeSubrange(previous..<members[index].value.range.upperBound)
    }
  }

  private mutating func insert(
    _ value: JSONValue,
    key: String,
    at keys: [String],
    into object: JSONNode,
    _ members: [JSONNode.Member]
  ) {
    guard let last = members.last else {
      let whole = JSONValue.object([key: value])
      let outer = indentation(at: object)
      let new = layout.text(whole, at: keys.dropLast(), indentation: outer, newline: newline)
      bytes.replaceSubrange(object.range, with: new.utf8)
      return
    }
    let next = members.first { key.utf8.lexicographicallyPrecedes($0.key.utf8) }
    let neighbour = (next ?? last).keyStart
    let name = JSONValue.quoted(key)
    var (member, separator) = ("\(name): \(JSONLayout.line(value))", ", ")
    if isFirstOnItsLine(neighbour) {
      let spaces = indentation(before: neighbour)
      let text = layout.text(value, at: keys, indentation: spaces, newline: newline)
      (member, separator) = ("\(name): \(text)", "," + newline + spaces)
    }
    if let next {
      bytes.insert(contentsOf: (member + separator).utf8, at: next.keyStart)
    } else {
      bytes.insert(contentsOf: (separator + member).utf8, at: last.value.range.upperBound)
    }
  }

  private func indentation(at node: JSONNode) -> String {
    indentation(before: node.range.lowerBound)
  }

  /// The spaces at the start of the line that contains `offset`.
  private func indentation(before offset: Int) -> String {
    let spaces = line(before: offset).prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: spaces, as: UTF8.self)
  }

  private func isFirstOnItsLine(_ offset: Int) -> Bool {
    line(before: offset).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private func line(before offset: Int) -> ArraySlice<UInt8> {
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes[start..<offset]
  }
}
