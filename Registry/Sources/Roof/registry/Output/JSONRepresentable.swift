import Git
import Base
import Model
import Versions

/// A value that a document shows to programs.
protocol JSONRepresentable {
  var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable {
  var json: JSONValue { self }
}

/// A value that programs get as an object.
protocol JSONObjectRepresentable: JSONRepresentable {
  var members: JSONMembers { get }
}

extension JSONObjectRepresentable {
  var json: JSONValue { members.json }
}

/// The members of an object, without those that are `nil`.
struct JSONMembers: JSONRepresentable {
  private let members: [String: JSONValue]

  var json: JSONValue { .object(members) }

  func adding(_ others: JSONMembers) -> JSONMembers {
    JSONMembers(members: members.merging(others.members) { $1 })
  }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, (any JSONRepresentable)?)...) {
    let present = members.compactMap { key, value in value.map { (key, $0.json) } }
    self.init(members: Dictionary(uniqueKeysWithValues: present))
  }
}

extension String: JSONRepresentable {
  var json: JSONValue { .string(self) }
}

extension Bool: JSONRepresentable {
  var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
  var json: JSONValue { .integer(self) }
}

extension Double: JSONRepresentable {
  var json: JSONValue { .number("\(self)") }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONRepresentable
where Key: CustomStringConvertible, Value: JSONRepresentable {
  var json: JSONValue {
    .object(Dictionary<String, JSONValue>(uniqueKeysWithValues: map { ("\($0)", $1.json) }))
  }
}

/// A value that programs get as people do.
protocol TextRepresentable: JSONRepresentable, CustomStringConvertible {}

extension TextRepresentable {
  var json: JSONValue { .string(description) }
}

extension Name: TextRepresentable {}
extension SemanticVersion: TextRepresentable {}
extension TreePath: TextRepresentable {}
extension ObjectID: TextRepresentable {}
extension RecordDate: TextRepresentable {}

extension VersionRequirement: JSONRepresentable {}
extension Pin: JSONRepresentable {}

extension Collection {
  /// `nil` for an empty collection, which has no key of its own.
  var unlessEmpty: Self? { isEmpty ? nil : self }
}
