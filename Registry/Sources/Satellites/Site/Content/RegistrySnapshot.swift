import Base
package import Git
package import Model
import Releases
package import Sharing
package import Versions

/// The components and releases that a branch offers at one commit; a snapshot never changes, and
/// each commit has its own.
///
/// It has the names of the logs' blobs; ``RenderedReleases`` has what they say.
package struct RegistrySnapshot: Sendable {
  package let commit: ObjectID
  /// The manifest with only the public components, and those that the token includes.
  package private(set) var manifest: Manifest
  /// The components that the token does not include.
  package private(set) var hidden: Set<ComponentName> = []

  private var entries: [String: Entry]
  /// The components that are offered, in the order of their names.
  package private(set) var allComponents: [Entry] = []

  /// A component as the branch has it.
  package struct Entry: Sendable {
    package let name: ComponentName
    /// The entry in the manifest; `nil` for a component that was removed from it and still has
    /// releases.
    package let component: Component?
    /// The blob of the release log; `nil` for a component without releases.
    package let log: ObjectID?
    /// The folder of the metadata that was published with its releases.
    package let metadata: ObjectID?
    /// The folder of the signatures of its releases.
    package let signatures: ObjectID?
    /// Whether it is internal and has no published release: to readers, it does not exist.
    package let isInternal: Bool
  }

  package init(
    commit: ObjectID,
    manifest: Manifest,
    logs: [ComponentName: ObjectID],
    metadata: [String: ObjectID] = [:],
    signatures: [String: ObjectID] = [:],
    unpublished: Set<ComponentName> = []
  ) {
    self.commit = commit
    // One that was published earlier is like one that the manifest no longer lists.
    let listed = manifest.components.filter { manifest.kind(of: $0.key) == .public }
    self.manifest = manifest
    self.manifest.components = listed
    let names = manifest.components.keys.sorted() + logs.keys.sorted()
    let entries = names.map { name in
      let entry = Entry(
        name: name,
        component: listed[name],
        log: logs[name],
        metadata: metadata[name.text],
        signatures: signatures[name.text],
        isInternal: unpublished.contains(name)
      )
      return (name.key, entry)
    }
    self.entries = Dictionary(entries) { first, _ in first }
    allComponents = Self.offered(self.entries)
  }

  /// The part that the token includes; all of it for `nil`.
  package func visible(to reader: Token?) -> RegistrySnapshot {
    guard let reader else { return self }
    var snapshot = self
    snapshot.hidden = Set(
      entries.values.map(\.name).filter {
        !reader.allows(.read, component: $0, in: manifest.scope)
      }
    )
    snapshot.manifest.components = manifest.components.filter { !snapshot.hidden.contains($0.key) }
    snapshot.entries = entries.filter { !snapshot.hidden.contains($0.value.name) }
    snapshot.allComponents = allComponents.filter { !snapshot.hidden.contains($0.name) }
    return snapshot
  }

  /// The components that the manifest lists, in the order of their names.
  package var components: [Entry] {
    allComponents.filter { $0.component != nil }
  }

  /// With those that were removed, or became internal, and still have published releases.
  private static func offered(_ entries: [String: Entry]) -> [Entry] {
    entries.values.filter { !$0.isInternal }.sorted { $0.name < $1.name }
  }

  /// The component of this name that is offered; its case is ignored.
  package func offered(_ name: ComponentName) -> Entry? {
    component(named: name).flatMap { $0.isInternal ? nil : $0 }
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
    name.identity(in: manifest.scope)
  }
}

extension Workspace {
  /// The current commit of the branch.
  package func currentTip(of branch: String?) throws -> ObjectID {
    let tip =
      if let branch { try repository.resolve("refs/heads/\(branch)") } else {
        try repository.head().tip
      }
    guard let tip else {
      throw branch.map { branch in
        OperationError(.unbornBranch, "the branch '\(branch)' no longer exists")
      } ?? .noCommit(help: nil)
    }
    return tip
  }

  /// The snapshot of `commit`, for which the manifest and the names of the logs are read.
  package func snapshot(at commit: ObjectID) throws -> RegistrySnapshot {
    let state = try state(at: commit)
    var logs: [ComponentName: ObjectID] = [:]
    // Those that the manifest no longer lists, too: their releases stay available.
    for name in loggedComponents(in: state) { logs[name] = state.logName(of: name) }
    let unlisted = logs.keys.filter { name in
      state.manifest.components[name] == nil || state.manifest.kind(of: name) == .internal
    }
    var unpublished = Set(
      state.manifest.components.keys.filter { state.manifest.kind(of: $0) == .internal }
    )
    for name in unlisted {
      // What cannot be read is reported to those who ask for it.
      guard let log = try? log(of: name, in: state) else { continue }
      let isInternal = log.releases.allSatisfy(\.isInternal)
      if isInternal { unpublished.insert(name) } else { unpublished.remove(name) }
    }
    var metadata: [String: ObjectID] = [:]
    let tree = try repository.commit(commit).tree
    if let folder = try repository.entry(at: metadataFolder, in: tree), folder.mode == .tree {
      for entry in try repository.entries(of: folder.id) where entry.mode == .tree {
        metadata[entry.name] = entry.id
      }
    }
    return RegistrySnapshot(
      commit: commit,
      manifest: state.manifest,
      logs: logs,
      metadata: metadata,
      signatures: try signatureFolders(in: tree),
      unpublished: unpublished
    )
  }
}
