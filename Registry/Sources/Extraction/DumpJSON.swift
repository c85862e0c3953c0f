import RegistryModel

/// What is read from the JSON that `swift package dump-package` prints.
extension JSONValue {
  subscript(_ key: String) -> JSONValue {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  subscript(_ index: Int) -> JSONValue {
    items.indices.contains(index) ? items[index] : .null
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var items: [JSONValue] {
    if case .array(let items) = self { items } else { [] }
  }

  var texts: [String] { items.compactMap(\.text) }

  var isNull: Bool { self == .null }

  /// The one member of an enum's value.
  var enumCase: (name: String, value: JSONValue)? {
    guard case .object(let members) = self, members.count == 1, let member = members.first else {
      return nil
    }
    return (member.key, member.value)
  }

  /// With other values at some keys.
  func setting(_ changes: [String: JSONValue?]) -> JSONValue {
    guard case .object(var members) = self else { return self }
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }
}
