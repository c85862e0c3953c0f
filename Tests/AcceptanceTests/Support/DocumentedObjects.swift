import Foundation

/// The objects that a document such as `Documentation/reference/cookr-json.md` describes, and what a
/// document has otherwise.
///
/// An object is a heading of the third level, and a member a line such as `` - `tip`: tip?, if offered ``.
struct DocumentedObjects {
  private struct Member {
    let type: String
    let isOptional: Bool
  }

  private let objects: [String: [String: Member]]

  init(readingFrom path: String) throws {
    var objects: [String: [String: Member]] = [:]
    var name = ""
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("### ") {
        name = String(line.dropFirst(4))
        objects[name] = [:]
      }
      guard let match = line.wholeMatch(of: /- `(\w+)`: ([^,?]+)(\?)?(, .*)?/) else { continue }
      objects[name]?[String(match.1)] = Member(type: String(match.2), isOptional: match.3 != nil)
    }
    self.objects = objects
  }

  /// Every documented member, such as `order.id`.
  var members: Set<String> {
    Set(objects.flatMap { name, members in members.keys.map { "\(name).\($0)" } })
  }

  /// Where a document differs from the object of that name; `seen` gets the members it has.
  func differences(
    of document: Any,
    from name: String,
    seen: inout Set<String>
  ) -> [String] {
    guard let members = objects[name] else { return ["'\(name)' is not documented"] }
    guard let object = document as? [String: Any] else { return ["\(name) is no object"] }
    let missing = members.filter { !$0.value.isOptional && object[$0.key] == nil }
      .map { "\(name) lacks '\($0.key)'" }
    return object.sorted { $0.key < $1.key }.reduce(into: missing) { differences, entry in
      guard let member = members[entry.key] else {
        differences.append("\(name) has '\(entry.key)', which is not documented")
        return
      }
      seen.insert("\(name).\(entry.key)")
      differences += self.differences(of: entry.value, fromType: member.type, seen: &seen)
        .map { "\(entry.key): \($0)" }
    }
  }

  private func differences(
    of value: Any,
    fromType type: String,
    seen: inout Set<String>
  ) -> [String] {
    switch type {
    case "string":
      return value is String ? [] : ["\(value) is no string"]
    case "integer":
      return (value as? NSNumber).map { $0.doubleValue == Double($0.int64Value) } == true
        ? [] : ["\(value) is no integer"]
    case "date":
      let date = (value as? String).flatMap { try? Date($0, strategy: .iso8601) }
      return date == nil ? ["\(value) is no date"] : []
    case _ where type.hasPrefix("["):
      guard let elements = value as? [Any] else { return ["\(value) is no array"] }
      return elements.flatMap {
        differences(of: $0, fromType: String(type.dropFirst().dropLast()), seen: &seen)
      }
    default:
      return differences(of: value, from: type, seen: &seen)
    }
  }
}
