package import GitValues
package import Versioning

/// A manifest together with its text, which people edit as well: a change rewrites the value it is
/// about and leaves every other byte, layout included, as it was.
package struct ManifestDocument: Sendable {
  package let manifest: Manifest
  package let text: String
  /// As it is to be called in messages.
  package let file: String

  private let root: JSONNode

  /// Reads and checks all of it.
  package init(reading bytes: [UInt8], file: String) throws(RegistryModelError) {
    let field = try JSONField(reading: bytes, file: file)
    manifest = try Manifest(field)
    text = String(decoding: bytes, as: UTF8.self)
    root = field.node
    self.file = file
  }

  /// Lays out a manifest that has no text yet, and checks it like one that was read.
  package init(_ manifest: Manifest, file: String) throws(RegistryModelError) {
    try self.init(reading: Array(manifest.text.utf8), file: file)
  }

  /// The line of a component, counted from 1.
  package func line(of component: ComponentName) -> Int? {
    root.member([Manifest.Key.components.rawValue, component.text])?.keyLine
  }

  /// The line of an exception to the layers, counted from 1.
  package func line(ofException dependency: ComponentName, of dependent: ComponentName) -> Int? {
    root.member([Manifest.Key.exceptions.rawValue, dependent.text, dependency.text])?.keyLine
  }

  package func setting(
    version: SemanticVersion,
    of component: ComponentName
  ) throws(RegistryModelError) -> ManifestDocument {
    try setting(versions: [component: version])
  }

  /// Sets the versions of several components, which end their baselines, all in one edit.
  package func setting(
    versions: [ComponentName: SemanticVersion]
  ) throws(RegistryModelError) -> ManifestDocument {
    for name in versions.keys.sorted() { _ = try manifest.component(named: name.text) }
    return try edited { edit in
      for (name, version) in fromTheEnd(versions, .version, edit) {
        edit.set(.string(version.description), at: Self.keys(name, .version), in: root)
        edit.remove(Self.keys(name, .baseline), in: root)
      }
    }
  }

  /// Sets the baselines of several components, all in one edit.
  package func setting(
    baselines: [ComponentName: Baseline]
  ) throws(RegistryModelError) -> ManifestDocument {
    for name in baselines.keys.sorted() { _ = try manifest.component(named: name.text) }
    return try edited { edit in
      for (name, baseline) in fromTheEnd(baselines, .baseline, edit) {
        edit.set(baseline.json, at: Self.keys(name, .baseline), in: root)
      }
    }
  }

  /// In the order in which one change moves nothing that is still to be changed.
  private func fromTheEnd<Value>(
    _ values: [ComponentName: Value],
    _ key: Component.Key,
    _ edit: JSONEdit
  ) -> [(ComponentName, Value)] {
    values.map { ($0, $1, edit.offset(of: Self.keys($0, key), in: root)) }
      .sorted { $0.2 > $1.2 }
      .map { ($0.0, $0.1) }
  }

  private static func keys(_ component: ComponentName, _ key: Component.Key) -> [String] {
    [Manifest.Key.components.rawValue, component.text, key.rawValue]
  }

  /// Adds a component, or puts `component` in the place of what stands there.
  package func setting(
    _ component: Component,
    named name: ComponentName
  ) throws(RegistryModelError) -> ManifestDocument {
    try setting(component.json, at: [Manifest.Key.components.rawValue, name.text])
  }

  /// Removes a component.
  ///
  /// - Throws: Where another component's requirements or a pin name it.
  package func removing(
    _ component: ComponentName
  ) throws(RegistryModelError) -> ManifestDocument {
    _ = try manifest.component(named: component.text)
    return try edited {
      $0.remove([Manifest.Key.components.rawValue, component.text], in: root)
    }
  }

  /// Sets the folder of a component.
  package func setting(
    path: TreePath,
    of component: ComponentName
  ) throws(RegistryModelError) -> ManifestDocument {
    _ = try manifest.component(named: component.text)
    return try setting(
      .string(path.description),
      at: [Manifest.Key.components.rawValue, component.text, Component.Key.path.rawValue]
    )
  }

  /// Adds a layer, or puts `layer` in the place of what stands there.
  package func setting(
    _ layer: Layer,
    named name: LayerName
  ) throws(RegistryModelError) -> ManifestDocument {
    try setting(layer.json, at: [Manifest.Key.layers.rawValue, name.text])
  }

  /// Adds a scaffold, or puts `scaffold` in the place of what stands there.
  package func setting(
    _ scaffold: Scaffold,
    named name: ScaffoldName
  ) throws(RegistryModelError) -> ManifestDocument {
    try setting(scaffold.json, at: [Manifest.Key.scaffolds.rawValue, name.text])
  }

  /// Sets what `scaffold` wants of `component`; `nil` takes the pin away.
  package func setting(
    pin: Pin?,
    of component: ComponentName,
    in scaffold: ScaffoldName
  ) throws(RegistryModelError) -> ManifestDocument {
    _ = try manifest.scaffold(named: scaffold.text)
    let keys = [
      Manifest.Key.scaffolds.rawValue, scaffold.text, Scaffold.Key.pins.rawValue, component.text,
    ]
    if let pin { return try setting(pin.json, at: keys) }
    return try edited { $0.remove(keys, in: root) }
  }

  private func setting(
    _ value: JSONValue,
    at keys: [String]
  ) throws(RegistryModelError) -> ManifestDocument {
    try edited { $0.set(value, at: keys, in: root) }
  }

  private func edited(
    _ change: (inout JSONEdit) -> Void
  ) throws(RegistryModelError) -> ManifestDocument {
    var edit = JSONEdit(text, layout: Manifest.layout)
    change(&edit)
    return try ManifestDocument(reading: Array(edit.text.utf8), file: file)
  }
}

extension Manifest {
  /// As a file that holds nothing else.
  package var text: String { Self.layout.file(json) }
}
