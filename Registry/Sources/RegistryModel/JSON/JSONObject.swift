import Versioning

/// The keys that an object of a file may have; the JSON Schemas list the same.
protocol JSONKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// An object whose keys are fixed.
struct JSONObject<Key: JSONKey> {
  private let field: JSONField
  /// So few that a look at each is shorter than a hash.
  private let entries: [(key: String, value: JSONField)]

  init(_ field: JSONField, _ entries: [(key: String, value: JSONField)]) {
    (self.field, self.entries) = (field, entries)
  }

  /// The value of a key that may be missing.
  subscript(key: Key) -> JSONField? {
    let name = key.rawValue
    return entries.first { $0.key == name }?.value
  }

  /// What other keys hold, in the order of the text.
  var others: [(key: String, value: JSONField)] {
    entries.filter { Key(rawValue: $0.key) == nil }
  }

  func required(_ key: Key) throws(RegistryModelError) -> JSONField {
    guard let value = self[key] else {
      throw field.failure(.missingKey, "missing key '\(key.rawValue)'")
    }
    return value
  }

  func refuseOthers() throws(RegistryModelError) {
    guard let (name, value) = others.first else { return }
    let keys = Key.allCases.map(\.rawValue)
    let help =
      Suggestion.nearest(to: name, in: keys).map { "did you mean '\($0)'?" }
      ?? "known here: \(keys.sorted().joined(separator: ", "))"
    throw value.locatedAtKey(
      RegistryModelError(.unknownKey, "unknown key \(quoted(name))", help: help)
    )
  }
}
