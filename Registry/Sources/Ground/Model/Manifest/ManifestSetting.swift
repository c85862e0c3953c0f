package import Base
import Versions

/// A key of a manifest that a person has typed, such as `Menu.layer` or `publish.main.url`.
package struct ManifestSetting: Hashable, Sendable {
  /// The keys from the root of the manifest.
  package let keys: [String]
  let value: SettingShape.Value?

  /// The name as it is typed: components and apps are named without the key that lists them.
  package var name: String {
    let listed = [Manifest.Key.components, .apps].map(\.rawValue)
    let isShort =
      keys.count > 1 && listed.contains(keys[0]) && SettingShape.manifest.members[keys[1]] == nil
    return (isShort ? keys.dropFirst() : keys[...]).joined(separator: ".")
  }

  /// The settings of all components whose names match, where the text has a pattern for a name.
  ///
  /// - Throws: With the nearest key, if there is no such key.
  package static func named(
    _ text: String,
    in manifest: Manifest
  ) throws(OperationError) -> [ManifestSetting] {
    var keys = Self.keys(text, in: manifest)
    if SettingShape.manifest.members[keys[0]] == nil {
      keys.insert(try owner(of: keys, typed: text, in: manifest), at: 0)
    }
    guard keys.count > 1, keys[0] == Manifest.Key.components.rawValue, Wildcards.areIn(keys[1])
    else { return [try ManifestSetting(keys, in: manifest)] }
    let names = manifest.components.keys.filter { Wildcards.match($0.text, keys[1]) }.sorted()
    guard !names.isEmpty else {
      throw OperationError(.unknownComponent, "no component matches \(quoted(keys[1]))")
    }
    var settings: [ManifestSetting] = []
    for name in names {
      keys[1] = name.text
      settings.append(try ManifestSetting(keys, in: manifest))
    }
    return settings
  }

  /// A component of another scope has a dot in its name, which is one key.
  private static func keys(_ text: String, in manifest: Manifest) -> [String] {
    let names = Set(manifest.components.keys.map(\.text))
    var keys: [String] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      // `Menu.layer` is the layer of `Menu`, even beside a package `layer` of a scope `Menu`.
      if let last = keys.last, names.contains("\(last).\(part)"),
        !names.contains(last) || Component.Key(rawValue: part) == nil
      {
        keys[keys.count - 1] = "\(last).\(part)"
      } else {
        keys.append(part)
      }
    }
    return keys
  }

  /// The key that lists what the first word names.
  private static func owner(
    of keys: [String],
    typed text: String,
    in manifest: Manifest
  ) throws(OperationError) -> String {
    let components = manifest.components.keys.map(\.text)
    let apps = manifest.apps.keys.map(\.text)
    if Wildcards.areIn(keys[0]) || components.contains(keys[0]) {
      return Manifest.Key.components.rawValue
    }
    if apps.contains(keys[0]) { return Manifest.Key.apps.rawValue }
    let known = Array(SettingShape.manifest.members.keys) + components + apps
    let nearest = Suggestion.nearest(to: keys[0], in: known).map { name in
      ([name] + keys.dropFirst()).joined(separator: ".")
    }
    throw OperationError(
      .unknownKey,
      "unknown key \(quoted(text))",
      help: nearest.map { "did you mean '\($0)'?" }
        ?? "expected a key of the manifest, such as 'release', or of a component, such as"
        + " 'NAME.layer'"
    )
  }

  init(_ keys: [String], _ value: SettingShape.Value?) {
    (self.keys, self.value) = (keys, value)
  }

  private init(_ keys: [String], in manifest: Manifest) throws(OperationError) {
    var shape = SettingShape.manifest
    for (index, key) in keys.enumerated() {
      if let member = shape.members[key] {
        shape = member
      } else if let entry = shape.entries.first, !key.isEmpty {
        if index == 1, keys[0] == Manifest.Key.components.rawValue {
          _ = try manifest.component(named: key)
        }
        shape = entry
      } else {
        throw Self.unknown(key, behind: keys[..<index], in: shape)
      }
    }
    self.init(keys, shape.value)
    guard case .fixed(let help) = shape.value else { return }
    let isComponent = keys.count > 1 && keys[0] == Manifest.Key.components.rawValue
    throw OperationError(
      .invalidValue,
      "'\(name)' cannot be set",
      help: isComponent ? help.replacing("NAME", with: keys[1]) : help
    )
  }

  private static func unknown(
    _ key: String,
    behind keys: ArraySlice<String>,
    in shape: SettingShape
  ) -> OperationError {
    let place = ManifestSetting(Array(keys), nil).name
    let known = shape.members.keys.sorted()
    let help =
      Suggestion.nearest(to: key, in: known).map { "did you mean '\(place).\($0)'?" }
      ?? (known.isEmpty ? nil : "known here: \(known.joined(separator: ", "))")
    return OperationError(.unknownKey, "'\(place)' has no key \(quoted(key))", help: help)
  }
}

/// The names of settings that a shell can complete.
extension ManifestSetting {
  /// The keys that can be set, of the components, apps, groups and layers that there are.
  package static func names(in manifest: Manifest) -> [String] {
    names(of: .manifest, behind: [], in: manifest).sorted()
  }

  private static func names(
    of shape: SettingShape,
    behind keys: [String],
    in manifest: Manifest
  ) -> [String] {
    let own: [String] =
      switch shape.value {
      case .fixed, nil: []
      default: keys.isEmpty ? [] : [ManifestSetting(keys, shape.value).name]
      }
    let members = shape.members.flatMap { key, member in
      names(of: member, behind: keys + [key], in: manifest)
    }
    let entries = shape.entries.flatMap { entry in
      self.entries(of: keys, in: manifest).flatMap { name in
        names(of: entry, behind: keys + [name], in: manifest)
      }
    }
    return own + members + entries
  }

  private static func entries(of keys: [String], in manifest: Manifest) -> [String] {
    guard keys.count == 1, let key = Manifest.Key(rawValue: keys[0]) else { return [] }
    return switch key {
    case .components: manifest.components.keys.map(\.text)
    case .groups: manifest.groups.keys.map(\.text)
    case .layers: manifest.layers.keys.map(\.text)
    case .publish: manifest.publishTargets.keys.map(\.text)
    case .apps: manifest.apps.keys.map(\.text)
    default: []
    }
  }

  /// Words that its value may have; none if it can be anything.
  package func values(in manifest: Manifest) -> [String] {
    switch value {
    case .choice(let words): return words
    case .flag: return ["true", "false"]
    case .group: return Group.Kind.allCases.map(\.rawValue) + manifest.components.keys.map(\.text)
    case .layer: return manifest.layers.keys.map(\.text)
    case .list:
      let isOfLayers = keys.first == Manifest.Key.layers.rawValue
      if isOfLayers { return manifest.layers.keys.map(\.text) }
      let isOfComponents = keys.last == Group.Key.components.rawValue
      return isOfComponents ? manifest.components.keys.map(\.text) : []
    case .platforms: return BuildPlatform.SystemName.allCases.map(\.rawValue)
    case .requirement: return VersionRequirement.Key.allCases.map(\.rawValue)
    case .fixed, .text, .versionFiles, nil: return []
    }
  }
}
