import Versioning

/// The keys that an object of a file may have; the JSON Schemas list the same.
protocol JSONKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// An object whose keys are fixed, by key.
struct JSONObject<Key: JSONKey> {
  private let field: JSONField
  private var known: [Key: JSONField] = [:]
  /// What other keys hold, in the order of the text.
  let others: [(key: String, value: JSONField)]

  init(_ field: JSONField, _ entries: [(key: String, value: JSONField)]) {
    self.field = field
    var others: [(key: String, value: JSONField)] = []
    for (name, value) in entries {
      if let key = Key(rawValue: name) { known[key] = value } else { others.append((name, value)) }
    }
    self.others = others
  }

  /// The value of a key that may be missing.
  subscript(key: Key) -> JSONField? {
    known[key]
  }

  func required(_ key: Key) throws(RegistryModelError) -> JSONField {
    guard let value = known[key] else {
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
