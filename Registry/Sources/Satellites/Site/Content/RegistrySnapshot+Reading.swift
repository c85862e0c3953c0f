import Base
package import Git
package import Model
import Releases
import Versions

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
