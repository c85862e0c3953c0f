import Foundation
import Testing

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
  private var seen: Set<String> = []

  /// Reads a document of `Documentation/reference`.
  init(in document: String) throws {
    let path = Repository.path("Documentation/reference/\(document)")
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

  /// Every documented member, such as `order.id`, that no output has had so far.
  var unseen: Set<String> {
    Set(objects.flatMap { name, members in members.keys.map { "\(name).\($0)" } }).subtracting(seen)
  }

  /// Checks that a program's output is as the object of that name is described.
  mutating func expect(
    _ name: String,
    _ output: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8))
    #expect(differences(of: document, from: name) == [], sourceLocation: sourceLocation)
  }

  private mutating func differences(of document: Any, from name: String) -> [String] {
    guard let members = objects[name] else { return ["'\(name)' is not documented"] }
    guard let object = document as? [String: Any] else { return ["\(name) is no object"] }
    var differences = members.filter { !$0.value.isOptional && object[$0.key] == nil }
      .map { "\(name) lacks '\($0.key)'" }
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      guard let member = members[key] else {
        differences.append("\(name) has '\(key)', which is not documented")
        continue
      }
      seen.insert("\(name).\(key)")
      differences += self.differences(of: value, fromType: member.type).map { "\(key): \($0)" }
    }
    return differences
  }

  private mutating func differences(of value: Any, fromType type: String) -> [String] {
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
        differences(of: $0, fromType: String(type.dropFirst().dropLast()))
      }
    default:
      return differences(of: value, from: type)
    }
  }
}
