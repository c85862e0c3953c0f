package import Base
import Git
package import Model

/// Checks out the tree of an app in a place that clones share, and restores its build.
package struct CachedSync: Sendable {
  package var sync: Sync
  package var cache: BuildCache

  package init(_ sync: Sync, cache: BuildCache) {
    (self.sync, self.cache) = (sync, cache)
  }

  /// A checkout in the cache or in the clone.
  package struct Result {
    package let sync: Sync.Result
    /// Taken for as long as this value exists; `nil` if the app has to be built in the clone.
    package let place: BuildPlace?
    /// The clone's own place for builds.
    package let own: AppLayout
    /// Notes that require no action.
    package let notes: [String]
  }

  /// Checks out the tree in a place of the cache, or in the clone if all places are in use.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    guard let clone = workspace.repository.workingDirectory else { throw .bare }
    var place: BuildPlace?
    var own: AppLayout?
    var notes: [String] = []
    let result = try sync.run(in: workspace) { pinned, layout in
      own = layout
      guard pinned.localFiles.isEmpty else {
        notes.append("'\(pinned.app)' lists \"localFiles\": it is built without the cache")
        return layout
      }
      // Where the manifest is not committed yet, it is a repository of its own.
      let scope = try? "\(workspace.state(at: pinned.base).manifest.scope)"
      guard let taken = try cache.place(for: pinned, scope ?? clone, of: clone) else {
        notes.append("the build cache is in use: '\(pinned.app)' is built without it")
        return layout
      }
      place = taken
      try taken.removeUnfinished()
      try taken.layout.removeInterrupted(unknownTo: workspace.repository)
      if try taken.layout.recordedTree() != pinned.tree {
        do {
          try cache.save(taken)
        } catch {
          notes.append("the last build cannot be kept: \(OperationError(error).message)")
        }
      }
      return taken.layout
    }
    if let place { notes += try unifyingErrors { try prepare(place, for: result) } }
    return Result(sync: result, place: place, own: own ?? result.layout, notes: notes)
  }

  /// Restores the build of the checked-out tree.
  ///
  /// - Returns: A note if that failed: the app is then compiled.
  private func prepare(_ place: BuildPlace, for result: Sync.Result) throws -> [String] {
    var notes: [String] = []
    let tree = result.pinned.tree
    let name = Array(tree.hex.utf8)
    try LocalFile.update(place.package, to: Array(result.packagePath.utf8))
    if try LocalFile.read(place.built) != name {
      do {
        _ = try place.restore(tree, progress: cache.progress)
      } catch {
        notes.append("the last build cannot be brought back: \(OperationError(error).message)")
        try place.removeUnfinished()
      }
      try LocalFile.update(place.built, to: name)
    }
    if sync.tree.usesWorkingFiles {
      try LocalFile.update(place.passing, to: name)
    } else {
      try LocalFile.remove(place.passing)
    }
    return notes
  }
}
