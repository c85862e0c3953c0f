import Base

/// The shape of a key of the manifest and the way to type its value: together, the manifest's keys
/// as a tree.
package struct SettingShape: Sendable {
  /// The way to type a value.
  package enum Value: Hashable, Sendable {
    case text
    /// One of these words.
    case choice([String])
    /// The name of a layer.
    case layer
    /// `true` or `false`.
    case flag
    /// Any number of words.
    case list
    /// `1.2.0`, or pairs such as `from 1.2.0`.
    case requirement
    /// Pairs of a path and a pattern.
    case versionFiles
    /// Names of systems, or their descriptions as JSON.
    case platforms
    /// A kind, then components.
    case group
    /// Nothing: another command sets it, or none does.
    case fixed(help: String)
  }

  /// The way to type the value; `nil` for an object, which is typed as JSON.
  package let value: Value?
  /// The shapes of the members, by key.
  package let members: [String: SettingShape]
  /// The shape of entries that a person names; one or none.
  let entries: [SettingShape]

  init(_ value: Value?, members: [String: SettingShape] = [:], entries: SettingShape? = nil) {
    (self.value, self.members) = (value, members)
    self.entries = entries.map { [$0] } ?? []
  }

  init<Key: JSONKey>(_ keys: Key.Type, as value: Value? = nil, _ shape: (Key) -> SettingShape) {
    let members = keys.allCases.map { ($0.rawValue, shape($0)) }
    self.init(value, members: Dictionary(uniqueKeysWithValues: members))
  }

  static func value(_ value: Value) -> SettingShape { SettingShape(value) }

  static func named(_ entry: SettingShape, as value: Value? = nil) -> SettingShape {
    SettingShape(value, entries: entry)
  }
}

extension SettingShape {
  /// The shape of the whole manifest.
  package static let manifest = SettingShape(Manifest.Key.self) { key in
    switch key {
    case .apps: named(app)
    case .build: platforms
    case .changelogs: choice(of: ChangelogPlacement.self)
    case .components:
      named(component, as: .fixed(help: "use 'registry add FOLDER' or 'registry remove NAME'"))
    case .exceptions:
      named(named(SettingShape(LayerException.Key.self) { _ in value(.text) }))
    case .exclude, .rootFiles, .signingRoots, .uploadScopes: value(.list)
    case .groups: named(group)
    case .history: value(.choice(["full", "none"]))
    case .layers: named(SettingShape(Layer.Key.self) { _ in value(.list) })
    case .license: value(.choice(["none"]))
    case .manifests: value(.choice(["evaluate", "parse"]))
    case .mirrorAuthor, .repositories, .schemaLocation, .scope: value(.text)
    case .publish: named(publishTarget)
    case .release: choice(of: ReleaseKind.self)
    case .requirements: choice(of: RequirementStyle.self)
    case .schema: value(.fixed(help: "it is the version of the manifest's format"))
    case .signing: value(.choice(["optional", "required"]))
    case .versionFiles: value(.versionFiles)
    }
  }

  private static let component = SettingShape(
    Component.Key.self,
    as: .fixed(help: "set one of its keys, such as 'NAME.layer'")
  ) { key in
    switch key {
    case .baseline: value(.fixed(help: "use 'registry init --baseline NAME=VERSION'"))
    case .build: platforms
    case .isPrivate: value(.flag)
    case .layer: value(.layer)
    case .license: value(.choice(["none"]))
    case .path: value(.fixed(help: "use 'registry move NAME FOLDER'"))
    case .release: choice(of: ReleaseKind.self)
    case .repository: value(.text)
    case .requires: named(value(.requirement))
    case .version: value(.fixed(help: "use 'registry bump NAME'"))
    case .versionFiles: value(.versionFiles)
    }
  }

  private static let app = SettingShape(App.Key.self) { key in
    switch key {
    case .localFiles: value(.list)
    case .path, .product: value(.text)
    case .pins:
      named(value(.fixed(help: pinning)), as: .fixed(help: pinning))
    }
  }

  private static let pinning = "use 'registry pin NAME VERSION' or 'registry unpin NAME'"

  private static let group = SettingShape(Group.Key.self, as: .group) { key in
    switch key {
    case .components: value(.list)
    case .kind: choice(of: Group.Kind.self)
    case .prerelease: value(.text)
    }
  }

  private static let publishTarget = SettingShape(PublishTarget.Key.self) { key in
    switch key {
    case .components: value(.list)
    case .remind: value(.flag)
    case .url: value(.text)
    }
  }

  private static let platforms = SettingShape(BuildDescription.Key.self, as: .platforms) { key in
    key == .arguments ? value(.list) : value(.text)
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of choices: Choice.Type
  ) -> SettingShape {
    value(.choice(choices.allCases.map(\.rawValue)))
  }
}
