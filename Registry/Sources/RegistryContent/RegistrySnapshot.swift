import Git
package import GitValues
package import RegistryModel
package import Sharing
package import Versioning

/// All that a branch offers at one commit; it never changes, and each commit has its own.
///
/// It has the names of the logs' blobs; ``ServedRegistry/releases(of:)`` reads the logs.
package struct RegistrySnapshot: Sendable {
  package let commit: ObjectID
  /// Only with the components that the token includes.
  package private(set) var manifest: Manifest
  /// Components that the token does not include.
  package private(set) var hidden: Set<ComponentName> = []

  private var entries: [String: Entry]

  /// A component as the branch has it.
  package struct Entry: Sendable {
    package let name: ComponentName
    /// `nil` for one that was removed from the manifest and still has releases.
    package let component: Component?
    /// `nil` for a component without releases.
    package let log: ObjectID?
    /// The folder of the metadata that was published with its releases.
    package let metadata: ObjectID?
  }

  package init(
    commit: ObjectID,
    manifest: Manifest,
    logs: [ComponentName: ObjectID],
    metadata: [String: ObjectID] = [:]
  ) {
    self.commit = commit
    self.manifest = manifest
    let names = manifest.components.keys.sorted() + logs.keys.sorted()
    let entries = names.map { name in
      let entry = Entry(
        name: name,
        component: manifest.components[name],
        log: logs[name],
        metadata: metadata[name.text]
      )
      return (name.key, entry)
    }
    self.entries = Dictionary(entries) { first, _ in first }
  }

  /// The part that the token includes; all of it for `nil`.
  package func visible(to reader: Token?) -> RegistrySnapshot {
    guard let reader else { return self }
    var snapshot = self
    snapshot.hidden = Set(
      entries.values.map(\.name).filter { !reader.allows(.read, component: $0.text) }
    )
    snapshot.manifest.components = manifest.components.filter { !snapshot.hidden.contains($0.key) }
    snapshot.entries = entries.filter { !snapshot.hidden.contains($0.value.name) }
    return snapshot
  }

  /// Those that the manifest lists, sorted by name.
  package var components: [Entry] {
    allComponents.filter { $0.component != nil }
  }

  /// With those that were removed and still have releases.
  package var allComponents: [Entry] {
    entries.values.sorted { $0.name < $1.name }
  }

  /// The component with these names; their case is ignored.
  package func component(scope: ScopeName, named name: ComponentName) -> Entry? {
    scope.key == manifest.scope.key ? entries[name.key] : nil
  }

  /// The component of this name; its case is ignored.
  package func component(named name: ComponentName) -> Entry? {
    entries[name.key]
  }

  /// The blobs of all logs.
  package var logs: Set<ObjectID> {
    Set(entries.values.compactMap(\.log))
  }

  /// The identity that clients use.
  package func identity(of name: ComponentName) -> String {
    "\(manifest.scope).\(name)"
  }
}
