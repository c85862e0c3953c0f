package import Base
package import Git
package import Versions

/// A manifest together with its text, which people edit as well: a change rewrites the value it is
/// about and leaves every other byte, layout included, as it was.
package struct ManifestDocument: Sendable {
  /// The value that the text describes.
  package let manifest: Manifest
  /// The text as it is in the file.
  package let text: String
  /// The name of the file for messages.
  package let file: String

  private let root: JSONNode

  /// Reads and checks all of it.
  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    let field: JSONField
    do throws(OperationError) {
      field = try JSONField(reading: bytes, file: file)
    } catch {
      guard error.code == .mergeConflict else { throw error }
      throw OperationError(
        error.code,
        error.message,
        help: "resolve it, commit the merge, then 'registry resolve'",
        at: error.place
      )
    }
    manifest = try Manifest(field)
    text = String(decoding: bytes, as: UTF8.self)
    root = field.node
    self.file = file
  }

  /// Lays out a manifest that has no text yet, and checks it like one that was read.
  package init(_ manifest: Manifest, file: String) throws(OperationError) {
    try self.init(reading: Array(manifest.text.utf8), file: file)
  }

  /// The line of a component, counted from 1.
  package func line(of component: ComponentName) -> Int? {
    root.member([Manifest.Key.components.rawValue, component.text])?.keyLine
  }

  /// The line of an app, counted from 1.
  package func line(of app: AppName) -> Int? {
    root.member([Manifest.Key.apps.rawValue, app.text])?.keyLine
  }

  /// The line of an exception to the layers, counted from 1.
  package func line(ofException dependency: ComponentName, of dependent: ComponentName) -> Int? {
    root.member([Manifest.Key.exceptions.rawValue, dependent.text, dependency.text])?.keyLine
  }

  /// Sets the versions of several components, which end their baselines, all in one edit.
  package func setting(
    versions: [ComponentName: SemanticVersion]
  ) throws(OperationError) -> ManifestDocument {
    for name in versions.keys.sorted() { _ = try manifest.component(named: name.text) }
    return try edited { edit in
      // From the end, as below; a component's two keys are edited together.
      let places = versions.map { name, version in
        (name, version, edit.offset(of: Self.keys(name, .version), in: root))
      }
      for (name, version, _) in places.sorted(by: { $0.2 > $1.2 }) {
        edit.set(.string(version.description), at: Self.keys(name, .version), in: root)
        if manifest.components[name]?.baseline.map({ $0.version <= version }) ?? false {
          edit.remove(Self.keys(name, .baseline), in: root)
        }
      }
    }
  }

  /// Sets the baselines of several components, all in one edit.
  package func setting(
    baselines: [ComponentName: Baseline]
  ) throws(OperationError) -> ManifestDocument {
    for name in baselines.keys.sorted() { _ = try manifest.component(named: name.text) }
    return try making(baselines.map { (Self.keys($0, .baseline), $1.json) })
  }

  /// Sets whom releases are for, unless a component says otherwise.
  package func setting(release: ReleaseKind) throws(OperationError) -> ManifestDocument {
    try setting(.string(release.rawValue), at: [Manifest.Key.release.rawValue])
  }

  private static func keys(_ component: ComponentName, _ key: Component.Key) -> [String] {
    [Manifest.Key.components.rawValue, component.text, key.rawValue]
  }

  /// Adds a component, or replaces the one of this name.
  package func setting(
    _ component: Component,
    named name: ComponentName
  ) throws(OperationError) -> ManifestDocument {
    try setting(component.json, at: [Manifest.Key.components.rawValue, name.text])
  }

  /// Removes a component, also from the list of its group.
  ///
  /// - Throws: Where another component's requirements or a pin name it.
  package func removing(
    _ component: ComponentName
  ) throws(OperationError) -> ManifestDocument {
    _ = try manifest.component(named: component.text)
    var rest = manifest
    rest.components[component] = nil
    return try making(
      [([Manifest.Key.components.rawValue, component.text], nil)] + groupChanges(to: rest)
    )
  }

  /// Sets the folders of components, which stay in their groups.
  package func setting(
    paths: [ComponentName: TreePath]
  ) throws(OperationError) -> ManifestDocument {
    var moved = manifest
    var changes: [Change] = []
    for (name, path) in paths {
      _ = try manifest.component(named: name.text)
      moved.components[name]?.path = path
      let keys = [Manifest.Key.components.rawValue, name.text, Component.Key.path.rawValue]
      changes.append((keys, .string(path.description)))
    }
    return try making(changes + groupChanges(to: moved))
  }

  /// Sets the folders whose packages are not to be components.
  package func setting(excluded: [String]) throws(OperationError) -> ManifestDocument {
    try setting(.array(excluded.map { .string($0) }), at: [Manifest.Key.exclude.rawValue])
  }

  /// Lets the toolchain run manifests that compute.
  package func evaluatingManifests() throws(OperationError) -> ManifestDocument {
    try setting(.string(Manifest.evaluated), at: [Manifest.Key.manifests.rawValue])
  }

  /// Adds a layer, or replaces the one of this name.
  package func setting(
    _ layer: Layer,
    named name: LayerName
  ) throws(OperationError) -> ManifestDocument {
    try setting(layer.json, at: [Manifest.Key.layers.rawValue, name.text])
  }

  /// Adds an app, or replaces the one of this name.
  package func setting(
    _ app: App,
    named name: AppName
  ) throws(OperationError) -> ManifestDocument {
    try setting(app.json, at: [Manifest.Key.apps.rawValue, name.text])
  }

  /// Sets what `app` wants of `component`; `nil` takes the pin away.
  package func setting(
    pin: Pin?,
    of component: ComponentName,
    in app: AppName
  ) throws(OperationError) -> ManifestDocument {
    _ = try manifest.app(named: app.text)
    let keys = [
      Manifest.Key.apps.rawValue, app.text, App.Key.pins.rawValue, component.text,
    ]
    if let pin { return try setting(pin.json, at: keys) }
    return try edited { $0.remove(keys, in: root) }
  }

  private func setting(
    _ value: JSONValue,
    at keys: [String]
  ) throws(OperationError) -> ManifestDocument {
    try edited { $0.set(value, at: keys, in: root) }
  }

  /// A value to put where the keys lead, or `nil` to take away what is there.
  private typealias Change = (keys: [String], value: JSONValue?)

  private func making(_ changes: [Change]) throws(OperationError) -> ManifestDocument {
    try edited { edit in
      // From the end, so that what is changed moves nothing that is still to be.
      for (keys, value) in changes.sorted(by: {
        edit.offset(of: $0.keys, in: root) > edit.offset(of: $1.keys, in: root)
      }) {
        if let value {
          edit.set(value, at: keys, in: root)
        } else {
          edit.remove(keys, in: root)
        }
      }
    }
  }

  /// Keeps the groups as they are where components move or go: a component that a pattern no longer
  /// matches is named, and what matches nothing any more is left out.
  private func groupChanges(to new: Manifest) -> [Change] {
    var changes: [Change] = []
    for membership in ComponentGroups(manifest).all {
      let members = membership.members.filter { new.components[$0] != nil }
      var group = membership.group
      group.components.removeAll { entry in
        !new.components.contains { Group.entry(entry, matches: $0.key, at: $0.value.path) }
      }
      let missing = members.filter { name in
        new.components[name].map { !group.has(name, at: $0.path) } ?? false
      }
      group.components += missing.map(\.text)
      guard group != membership.group else { continue }
      let keys = [Manifest.Key.groups.rawValue, membership.name.text]
      if group.components.isEmpty {
        changes.append((manifest.groups.count == 1 ? [keys[0]] : keys, nil))
      } else {
        let list = group.components.map { JSONValue.string($0) }
        changes.append((keys + [Group.Key.components.rawValue], .array(list)))
      }
    }
    return changes
  }

  private func edited(
    _ change: (inout JSONEdit) -> Void
  ) throws(OperationError) -> ManifestDocument {
    var edit = JSONEdit(text, layout: Manifest.layout)
    change(&edit)
    return try ManifestDocument(reading: Array(edit.text.utf8), file: file)
  }
}

extension Manifest {
  /// The text of a file that contains nothing else.
  package var text: String { Self.layout.file(json) }
}

extension ManifestDocument {
  /// A value of the manifest before and after a change; `nil` where there is none.
  package struct ChangedSetting: Hashable, Sendable {
    /// The name of the setting as a person types it.
    package let name: String
    /// The value before the change.
    package let old: JSONValue?
    /// The value after the change.
    package let new: JSONValue?
  }

  /// Changes settings, and checks the whole result as if it was read.
  ///
  /// - Returns: The manifest, and the settings that differ.
  package func changing(
    _ settings: [ManifestSetting],
    by change: SettingChange
  ) throws(OperationError) -> (document: ManifestDocument, changed: [ChangedSetting]) {
    var text = self.text
    var changed: [ChangedSetting] = []
    for setting in settings {
      let old = try node(of: text).member(setting.keys)?.value
      for (keys, value) in try setting.values(after: change, instead: old) {
        let root = try node(of: text)
        try checkWay(to: keys, from: root)
        var edit = JSONEdit(text, layout: Manifest.layout)
        if let value {
          edit.set(value, at: keys, in: root)
        } else {
          edit.remove(Self.outermost(keys, in: root), in: root)
        }
        text = edit.text
      }
      let new = try node(of: text).member(setting.keys)?.value
      guard old?.value != new?.value else { continue }
      changed.append(ChangedSetting(name: setting.name, old: old?.value, new: new?.value))
    }
    guard !changed.isEmpty else { return (self, []) }
    do throws(OperationError) {
      return (try ManifestDocument(reading: Array(text.utf8), file: file), changed)
    } catch {
      // The line is that of a text that is not written.
      let context = error.place?.keyPath ?? settings.first?.name
      let help = error.code == .missingKey ? "set that key first, or give both as JSON" : error.help
      throw OperationError(error.code, error.message, help: help, context: context)
    }
  }

  private func node(of text: String) throws(OperationError) -> JSONNode {
    try JSONReader.read(Array(text.utf8), file: file)
  }

  /// Throws if a value on the way has no keys.
  private func checkWay(to keys: [String], from root: JSONNode) throws(OperationError) {
    for depth in keys.indices.dropFirst() {
      guard let value = root.member(Array(keys[..<depth]))?.value else { return }
      if case .object = value.content { continue }
      let place = keys[..<depth].joined(separator: ".")
      throw OperationError(
        .wrongType,
        "'\(place)' is \(value.kind), which has no '\(keys[depth])'",
        help: "remove it first: 'registry set --unset \(place)'"
      )
    }
  }

  /// The keys of the outermost list of entries that is empty without the value.
  private static func outermost(_ keys: [String], in root: JSONNode) -> [String] {
    let outer = Array(keys.dropLast())
    guard !outer.isEmpty, case .object(let members) = root.member(outer)?.value.content,
      members.count == 1, members[0].key == keys.last, isListOfEntries(outer)
    else { return keys }
    return outermost(outer, in: root)
  }

  /// Unlike an entry itself, such as a group, which something must be said of.
  private static func isListOfEntries(_ keys: [String]) -> Bool {
    var shape = SettingShape.manifest
    for key in keys { shape = shape.members[key] ?? shape.entries.first ?? shape }
    return !shape.entries.isEmpty || shape.value == .platforms
  }
}
