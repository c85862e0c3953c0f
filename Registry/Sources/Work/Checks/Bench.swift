import Apps
import Base
import Content
package import Git
import ManifestEditor
package import ManifestForms
package import Model
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
    progress: @Sendable (OperationProgress) -> Void,
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
      waiting: { progress("\($0)") }
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
    from repository: borrowing Repository
  ) throws {
    _ = try LayoutUpdate(
      layout: self,
      tree: tree,
      sealed: sealed,
      discardsEdits: true,
      isVerbatim: true,
      context: WriteContext(failures: FailureInjection { _ in })
    ).run(in: repository)
  }
}

extension Bench {
  /// Checks out a component and lends the build of it to `body`, one component at a time.
  static func with<Result>(
    _ component: ComponentLayout,
    _ toolchain: Toolchain,
    for target: BuildTarget,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void,
    _ body: (PackageBuild) throws -> Result
  ) throws -> Result {
    let task = "a build of '\(component.name)'"
    return try Bench(named: "build", toolchain: toolchain, target: target)
      .with(for: task, in: workspace, progress: progress) { layout in
        try workspace.withBuildTrees { trees in
          try layout.checkOut(
            trees.store(component.folders),
            sealed: component.isPersonal ? [] : [.root],
            from: trees
          )
        }
        let path = component.folder.path
        return try body(
          PackageBuild(
            toolchain: toolchain,
            target: target,
            package: path == .root ? layout.tree : "\(layout.tree)/\(path)",
            scratch: layout.build,
            root: layout.tree
          )
        )
      }
  }
}

extension ComponentLayout {
  /// The component's folder and those of all its dependencies.
  var folders: [String: Folder] {
    dependencies.merging([name: folder]) { $1 }
  }
}

extension Workspace {
  /// Lends a repository for trees that are built: it stores them in memory, since the files of submodules
  /// in them are in no repository of the clone's own.
  func withBuildTrees<Result>(
    _ body: (borrowing Repository) throws -> Result
  ) throws -> Result {
    if repository.mayHoldObjectsInMemory {
      try repository.borrowSubmodules()
      return try body(repository)
    }
    let trees = try Repository.open(at: repository.gitDirectory)
    try trees.storeInMemory()
    try trees.borrowSubmodules()
    return try body(trees)
  }
}

extension Repository {
  /// Stores a tree with the folders at their paths.
  func store(_ folders: [String: ComponentLayout.Folder]) throws -> ObjectID {
    var tree = ObjectID.emptyTree
    // Folders may be nested; an inner one belongs into the new content of the outer one.
    for (name, folder) in folders.sorted(by: {
      $0.value.path.names.count < $1.value.path.names.count
    }) {
      let id = folder.tree
      guard contains(id) else {
        throw OperationError(
          .missingTree,
          "the files of '\(name)' are not in this clone",
          help: helpForMissing
        )
      }
      tree = try edit(tree, [(folder.path, .put(id, .tree))])
    }
    return tree
  }
}

extension Workspace {
  /// Returns the manifest of a component's folder as the toolchain here reads it; `nil` if there is
  /// no `Package.swift`.
  ///
  /// One that computes products or targets is run, as each build of the package does.
  ///
  /// - Parameter isConfined: Whether the package is built confined, or with all rights of the account.
  /// - Throws: `notEvaluated` if that is not possible.
  package func packageManifest(
    in tree: ObjectID,
    at path: TreePath,
    isConfined: Bool = false
  ) throws -> LocatedManifest? {
    guard try manifestContent(in: tree) != nil else { return nil }
    let name = try manifestName(in: tree)
    let bytes = try manifestContent(of: TreePath(name), in: tree) ?? []
    return try located(in: path) {
      let file = try LocatedManifest(surveying: bytes, fileName: name, packagePath: path)
      guard file.productNames == nil || !file.unread.isEmpty else { return file }
      return file.completed(
        by: try runningManifests(isBuilt: !isConfined).evaluate(bytes, in: path)
      )
    }
  }

  /// `Package.swift`, or the one of manifests such as `Package@swift-6.0.swift` that the package manager
  /// of the toolchain here takes in its place.
  private func manifestName(in tree: ObjectID) throws -> String {
    let usual = TreePath.packageManifest.string
    let files = try repository.entries(of: tree).compactMap { ManifestFileName($0.name) }
    guard files.count > 1, let toolchain = try? ToolchainInformation(),
      let current = ToolsVersion(compiler: toolchain.version)
    else { return usual }
    let numbers = [current.major, current.minor, current.patch]
    for count in [3, 2, 1] {
      if let exact = files.first(where: { $0.swiftVersion == Array(numbers.prefix(count)) }) {
        return exact.name
      }
    }
    func version(_ file: ManifestFileName) -> ToolsVersion {
      let numbers = file.swiftVersion + [0, 0, 0]
      return ToolsVersion(numbers[0], numbers[1], numbers[2])
    }
    let earlier = files.filter { !$0.swiftVersion.isEmpty && version($0) <= current }
    guard let newest = earlier.max(by: { version($0) < version($1) }) else { return usual }
    func toolsVersion(_ name: String) throws -> ToolsVersion? {
      let bytes = try manifestContent(of: TreePath(name), in: tree) ?? []
      return try? ToolsVersion(manifest: String(decoding: bytes, as: UTF8.self))
    }
    // The one for a version of Swift counts where it needs more than the usual one.
    guard let needed = try toolsVersion(newest.name), let least = try toolsVersion(usual),
      needed > least
    else { return usual }
    return newest.name
  }
}
