import Versions

/// The keys that an object of a file may have; the JSON Schemas list the same.
package protocol JSONKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// An object whose keys are fixed.
package struct JSONObject<Key: JSONKey> {
  private let field: JSONField
  private let members: [JSONNode.Member]

  package init(_ field: JSONField, _ members: [JSONNode.Member]) {
    (self.field, self.members) = (field, members)
  }

  /// The value of a key that may be missing.
  package subscript(key: Key) -> JSONField? {
    let name = key.rawValue
    return members.first { $0.key == name }.map { field.value(of: $0) }
  }

  /// What other keys hold, in the order of the text.
  package var others: [(key: String, value: JSONField)] {
    let known = Key.allCases.map(\.rawValue)
    return members.filter { !known.contains($0.key) }
      .map { ($0.key, field.value(of: $0)) }
  }

  package func required(_ key: Key) throws(OperationError) -> JSONField {
    guard let value = self[key] else {
      throw field.failure(.missingKey, "missing key '\(key.rawValue)'")
    }
    return value
  }

  package func refuseOthers() throws(OperationError) {
    guard let (name, value) = others.first else { return }
    let keys = Key.allCases.map(\.rawValue)
    let help =
      Suggestion.nearest(to: name, in: keys).map { "did you mean '\($0)'?" }
      ?? "known here: \(keys.sorted().joined(separator: ", "))"
    throw value.failureAtKey(.unknownKey, "unknown key \(quoted(name))", help: help)
  }
}
