import Git
package import GitValues
package import RegistryModel
import Sharing
package import Versioning

/// What a branch offers at one commit; it never changes, and a later commit makes another one.
///
/// Logs are held by the names of their blobs: ``Registry/releases(of:)`` reads what they say.
package struct Snapshot: Sendable {
  package let commit: ObjectID
  /// Only with the components that the token includes.
  package private(set) var manifest: Manifest
  /// Components that the token does not include.
  private(set) var hidden: Set<ComponentName> = []

  private var entries: [String: Entry]

  /// A component as the branch has it.
  package struct Entry: Sendable {
    package let name: ComponentName
    package let component: Component
    /// `nil` for a component without releases.
    package let log: ObjectID?
    /// The folder of what was published with its releases, if anything was.
    let metadata: ObjectID?
  }

  init(
    commit: ObjectID,
    manifest: Manifest,
    logs: [ComponentName: ObjectID],
    metadata: [String: ObjectID] = [:]
  ) {
    self.commit = commit
    self.manifest = manifest
    let entries = manifest.components.map { name, component in
      let entry = Entry(
        name: name,
        component: component,
        log: logs[name],
        metadata: metadata[name.text]
      )
      return (name.key, entry)
    }
    self.entries = Dictionary(entries) { first, _ in first }
  }

  /// The part that the token includes; all of it for `nil`.
  func visible(to reader: Token?) -> Snapshot {
    guard let reader else { return self }
    var snapshot = self
    snapshot.hidden = Set(
      manifest.components.keys.filter { !reader.allows(.read, component: $0.text) }
    )
    snapshot.manifest.components = manifest.components.filter { !snapshot.hidden.contains($0.key) }
    snapshot.entries = entries.filter { !snapshot.hidden.contains($0.value.name) }
    return snapshot
  }

  /// Sorted by name.
  package var components: [Entry] {
    entries.values.sorted { $0.name < $1.name }
  }

  /// The component that clients mean by these two names, whose case makes no difference.
  package func component(scope: ScopeName, named name: ComponentName) -> Entry? {
    scope.key == manifest.scope.key ? entries[name.key] : nil
  }

  /// The component that collides with none but this spelling of it.
  func component(named name: ComponentName) -> Entry? {
    entries[name.key]
  }

  /// The blobs of all logs.
  var logs: Set<ObjectID> {
    Set(entries.values.compactMap(\.log))
  }

  /// As clients name it.
  package func identity(of name: ComponentName) -> String {
    "\(manifest.scope).\(name)"
  }
}
