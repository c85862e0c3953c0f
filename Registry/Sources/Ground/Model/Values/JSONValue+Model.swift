import Base
import Versions

extension JSONValue {
  static func members<Key: JSONKey>(_ members: [Key: JSONValue]) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: members.map { ($0.rawValue, $1) }))
  }

  static func names<Role>(_ members: [Name<Role>: JSONValue]) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: members.map { ($0.text, $1) }))
  }
}
