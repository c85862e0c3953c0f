import Apps
import Base
import Git
import Model
import SemverRules

/// A folder in which components are built, below `.registry/cache`.
///
/// All builds for one purpose share it, so that what one build made serves the next: most of two
/// releases is the same, and so is what they depend on. Where the account's cache is on, the clones of
/// the account share it, too.
struct Bench {
  private let name: String
  let toolchain: Toolchain
  let target: BuildTarget

  init(named name: String, toolchain: Toolchain, target: BuildTarget) {
    // What was compiled for another platform with other arguments would all be compiled again.
    self.name =
      target.arguments.isEmpty
      ? name : "\(name)-\(InterfaceCache.key(target.arguments).prefix(8))"
    (self.toolchain, self.target) = (toolchain, target)
  }

  /// Lends the folder to `body`; others wait, unless they have another folder.
  ///
  /// - Parameter task: The purpose, for those who wait.
  func with<Result>(
    for task: String,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void,
    _ body: (AppLayout) throws -> Result
  ) throws -> Result {
    let clone = workspace.repository.workingDirectory ?? workspace.repository.gitDirectory
    if let account = try workspace.accountCache() {
      let cache = try BuildCache(
        account,
        surroundings: toolchain.surroundings(),
        limit: workspace.cacheLimit()
      )
      // Where the manifest is not committed yet, it is a repository of its own.
      let scope = try workspace.currentHead().tip.flatMap { tip in
        try? "\(workspace.state(at: tip).manifest.scope)"
      }
      if let place = try cache.place(named: name, scope ?? clone, of: clone) {
        return try withExtendedLifetime(place) { try body(place.layout) }
      }
    }
    let layout = AppLayout(inFolder: try workspace.cacheFolder(name))
    let lock = try FileLock.take(
      at: layout.lock,
      for: task,
      limit: .seconds(3600),
      includesPrograms: true,
      waiting: progress
    )
    return try withExtendedLifetime(lock) {
      try BuildFolder(layout.build).removeIfMoved()
      return try body(layout)
    }
  }
}

extension AppLayout {
  /// Checks out a tree in place of the previous one, and removes what its build left beside the
  /// files.
  ///
  /// - Parameter sealed: The folders in which there may be only what every system can hold.
  func checkOut(
    _ tree: ObjectID,
    sealed: [TreePath] = [.root],
    in workspace: borrowing Workspace
  ) throws {
    _ = try LayoutUpdate(
      layout: self,
      tree: tree,
      sealed: sealed,
      discardsEdits: true,
      isVerbatim: true,
      context: WriteContext(failures: FailureInjection { _ in })
    ).run(in: workspace.repository)
  }
}
