/// A change of one value in a JSON text that leaves every other byte as it was.
package struct JSONEdit {
  private var bytes: [UInt8]
  private let layout: JSONLayout
  private let newline: String

  /// Creates an editor of a text.
  package init(_ text: String, layout: JSONLayout) {
    bytes = Array(text.utf8)
    self.layout = layout
    newline = text.utf8.contains(0x0D) ? "\r\n" : "\n"
  }

  /// The text with the changes so far.
  package var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Puts `value` where `keys` lead from the object `root`, which is this text's; objects that are
  /// missing on the way are added, each key where the order of keys wants it.
  package mutating func set(_ value: JSONValue, at keys: [String], in root: JSONNode) {
    let way = way(along: keys, from: root)
    guard way.count <= keys.count else {
      let node = way[keys.count]
      let new = layout.text(value, at: keys, indentation: indentation(at: node), newline: newline)
      bytes.replaceSubrange(node.range, with: new.utf8)
      return
    }
    guard case .object(let members) = way[way.count - 1].content else { return }
    let missing = keys[way.count...].reversed().reduce(value) { .object([$1: $0]) }
    let place = Array(keys[..<way.count])
    insert(missing, key: place[way.count - 1], at: place, into: way[way.count - 1], members)
  }

  /// The values that the keys lead to, as far as they are there, from the root on.
  private func way(along keys: [String], from root: JSONNode) -> [JSONNode] {
    keys.indices.reduce(into: [root]) { way, depth in
      guard let member = root.member(Array(keys[...depth])) else { return }
      way.append(member.value)
    }
  }

  /// The offset of the innermost value that `keys` lead to or into.
  package func offset(of keys: [String], in root: JSONNode) -> Int {
    (way(along: keys, from: root).last ?? root).range.lowerBound
  }

  /// Takes out the member that `keys` lead to, if it is there.
  package mutating func remove(_ keys: [String], in root: JSONNode) {
    let way = way(along: keys, from: root)
    guard way.count > keys.count, case .object(let members) = way[keys.count - 1].content,
      let index = members.firstIndex(where: { $0.key == keys.last })
    else { return }
    if members.count == 1 {
      bytes.replaceSubrange(way[keys.count - 1].range, with: "{}".utf8)
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

/// The layout of registry files: sorted keys, an indent of two spaces, and one line for each item
/// that is read or merged as a unit.
package struct JSONLayout: Sendable {
  /// Whether the object that the keys lead to is on one line.
  private let isInline: @Sendable ([String]) -> Bool

  package init(isInline: @escaping @Sendable ([String]) -> Bool = { _ in false }) {
    self.isInline = isInline
  }

  /// The text of a file that contains `value`, with a line break at its end.
  package func file(_ value: JSONValue) -> String {
    text(value, at: [], indentation: "") + "\n"
  }

  /// The text of `value` where its first line is indented already.
  package func text(
    _ value: JSONValue,
    at keys: [String],
    indentation: String,
    newline: String = "\n"
  ) -> String {
    switch value {
    case .object(let members) where !members.isEmpty && !isInline(keys):
      let inner = indentation + "  "
      let lines = members.sortedByKey.map { key, value in
        let text = text(value, at: keys + [key], indentation: inner, newline: newline)
        return "\(inner)\(JSONValue.quoted(key)): \(text)"
      }
      return "{\(newline)" + lines.joined(separator: ",\(newline)") + "\(newline)\(indentation)}"
    default:
      return Self.line(value)
    }
  }

  /// The text of `value` on one line.
  package static func line(_ value: JSONValue) -> String {
    switch value {
    case .object(let members) where !members.isEmpty:
      let pairs = members.sortedByKey.map { "\(JSONValue.quoted($0)): \(line($1))" }
      return "{ " + pairs.joined(separator: ", ") + " }"
    case .array(let values):
      return "[" + values.map(line).joined(separator: ", ") + "]"
    default:
      return value.compact
    }
  }
}
