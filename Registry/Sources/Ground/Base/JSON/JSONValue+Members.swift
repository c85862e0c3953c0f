/// What is read from JSON that another program made, such as `swift package dump-package`: what is
/// not there is null.
extension JSONValue {
  /// The member of an object; what is not an object gets none.
  package subscript(_ key: String) -> JSONValue {
    get { if case .object(let members) = self { members[key] ?? .null } else { .null } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// An item of an array.
  package subscript(_ index: Int) -> JSONValue {
    items.indices.contains(index) ? items[index] : .null
  }

  /// `nil` for what is no string.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// None for what is no array.
  package var items: [JSONValue] {
    if case .array(let items) = self { items } else { [] }
  }

  /// The strings of an array.
  package var texts: [String] { items.compactMap(\.text) }

  package var isNull: Bool { self == .null }

  /// The one member of an enum's value.
  package var enumCase: (name: String, value: JSONValue)? {
    guard case .object(let members) = self, members.count == 1, let member = members.first else {
      return nil
    }
    return (member.key, member.value)
  }
}
