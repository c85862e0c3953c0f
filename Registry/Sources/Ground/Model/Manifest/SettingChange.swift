import Base
import Versions

/// A change of a setting, with the words that a person typed.
package enum SettingChange: Hashable, Sendable {
  /// Replaces the value.
  case set([String])
  /// Puts entries at the end of a list.
  case add([String])
  /// Takes entries out of a list.
  case remove([String])
  /// Removes the setting, so that its default applies.
  case unset
}

extension ManifestSetting {
  /// The values to write at the keys of the manifest: `nil` to remove what is there.
  func values(
    after change: SettingChange,
    instead old: JSONNode?
  ) throws(OperationError) -> [(keys: [String], value: JSONValue?)] {
    switch change {
    case .unset: return [(keys, nil)]
    case .set(let words):
      if value == .group, !Self.isJSON(words) { return try group(words) }
      return [(keys, try json(words))]
    case .add(let words):
      let list = try list(old)
      let new = try entries(words).filter { !list.contains($0) }
      return [(keys, .array(list + new))]
    case .remove(let words):
      let list = try list(old)
      let gone = try removed(words, from: list)
      return [(keys, .array(list.filter { !gone.contains($0) }))]
    }
  }

  private func json(_ words: [String]) throws(OperationError) -> JSONValue {
    if Self.isJSON(words), value != .text {
      return try JSONValue(reading: Array(words[0].utf8), file: "the value of '\(name)'")
    }
    switch value {
    case .text, .choice, .layer: return .string(try only(words))
    case .flag: return .bool(try flag(words))
    case .list, .versionFiles: return .array(try entries(words))
    case .platforms: return words.count == 1 ? .string(words[0]) : .array(try entries(words))
    case .requirement: return try requirement(words)
    case .group, .fixed, nil:
      throw OperationError(
        .invalidValue,
        "'\(name)' has keys of its own, expected one of them",
        help: "as in '\(name).\(exampleKey)', or give all of it as JSON"
      )
    }
  }

  /// A key whose value is one word, such as a URL, if there is one.
  private var exampleKey: String {
    var shape = SettingShape.manifest
    for key in keys { shape = shape.members[key] ?? shape.entries.first ?? shape }
    let members = shape.entries.first?.members ?? shape.members
    let names = members.keys.sorted()
    let example = names.first { members[$0]?.value == .text } ?? names.first
    let start = shape.entries.isEmpty ? [] : ["NAME"]
    return (start + [example].compactMap(\.self)).joined(separator: ".")
  }

  private static func isJSON(_ words: [String]) -> Bool {
    words.count == 1 && (words[0].hasPrefix("{") || words[0].hasPrefix("["))
  }

  private func only(_ words: [String]) throws(OperationError) -> String {
    guard words.count == 1 else {
      throw OperationError(
        .invalidValue,
        "'\(name)' has one value, found \(words.count)",
        help: words.isEmpty
          ? "'registry set --unset \(name)' removes it" : "put a value with spaces in quotes"
      )
    }
    return words[0]
  }

  private func flag(_ words: [String]) throws(OperationError) -> Bool {
    let word = try only(words)
    guard let value = Bool(word) else {
      throw invalid(word, "'true' or 'false'")
    }
    return value
  }

  private func requirement(_ words: [String]) throws(OperationError) -> JSONValue {
    if words.count == 1 { return .string(words[0]) }
    guard !words.isEmpty, words.count.isMultiple(of: 2) else {
      throw invalid(words.joined(separator: " "), "'1.2.0', 'from 1.2.0' or 'from 1.2.0 to 1.5.0'")
    }
    let pairs = stride(from: 0, to: words.count, by: 2).map { index in
      (words[index], JSONValue.string(words[index + 1]))
    }
    return .object(Dictionary(pairs) { $1 })
  }

  private func group(
    _ words: [String]
  ) throws(OperationError) -> [(keys: [String], value: JSONValue?)] {
    guard words.count > 1 else {
      throw invalid(words.joined(), "a kind and components, as in 'fixed Menu Kitchen'")
    }
    return [
      (keys + [Group.Key.components.rawValue], .array(words.dropFirst().map { .string($0) })),
      (keys + [Group.Key.kind.rawValue], .string(words[0])),
    ]
  }

  /// As they are in the list.
  private func entries(_ words: [String]) throws(OperationError) -> [JSONValue] {
    if Self.isJSON(words) {
      let typed = try JSONValue(reading: Array(words[0].utf8), file: "the value of '\(name)'")
      if case .array(let entries) = typed { return entries }
      return [typed]
    }
    guard value == .versionFiles else { return words.map { .string($0) } }
    guard words.count.isMultiple(of: 2) else {
      throw OperationError(
        .invalidValue,
        "'\(name)' has a path and a pattern for each file, expected an even number of words, found \(words.count)",
        help: #"as in 'Sources/NAME/Version.swift' 'version = "{version}"'"#
      )
    }
    return stride(from: 0, to: words.count, by: 2).map { index in
      .members([
        VersionFile.Key.path: .string(words[index]), .pattern: .string(words[index + 1]),
      ])
    }
  }

  /// A version file is named by its path.
  private func removed(
    _ words: [String],
    from list: [JSONValue]
  ) throws(OperationError) -> [JSONValue] {
    var gone: [JSONValue] = []
    for word in words {
      let found = list.filter { entry in
        guard case .object(let members) = entry else { return entry == .string(word) }
        return members[VersionFile.Key.path.rawValue] == .string(word)
      }
      guard !found.isEmpty else {
        throw OperationError(.invalidValue, "'\(name)' does not contain \(quoted(word))")
      }
      gone += found
    }
    return gone
  }

  /// The list that the manifest has; empty if it has none.
  private func list(_ old: JSONNode?) throws(OperationError) -> [JSONValue] {
    guard value == .list || value == .versionFiles || value == .platforms else {
      throw OperationError(
        .invalidValue,
        "'\(name)' is not a list",
        help: value == .group
          ? "its list is '\(name).\(Group.Key.components.rawValue)'"
          : "set its value: 'registry set \(name) VALUE'"
      )
    }
    guard let old = old?.value else { return [] }
    if case .array(let entries) = old { return entries }
    return [old]
  }

  private func invalid(_ text: String, _ expected: String) -> OperationError {
    OperationError(
      .invalidValue,
      "invalid value \(quoted(text)) for '\(name)', expected \(expected)"
    )
  }
}
