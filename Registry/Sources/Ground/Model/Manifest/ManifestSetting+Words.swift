import Versions

/// What a shell can complete.
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
    case manifest.appsKey.key(): manifest.apps.keys.map(\.text)
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
