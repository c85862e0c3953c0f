import Apps
import Base
import Git
import Model
import SemverRules

extension Bench {
  /// Checks out a component and lends the build of it to `body`, one component at a time.
  static func with<Result>(
    _ component: ComponentLayout,
    _ toolchain: Toolchain,
    for target: BuildTarget,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void,
    _ body: (PackageBuild) throws -> Result
  ) throws -> Result {
    let task = "a build of '\(component.name)'"
    return try Bench(named: "build", toolchain: toolchain, target: target)
      .with(for: task, in: workspace, progress: progress) { layout in
        try layout.checkOut(
          workspace.store(component.folders),
          sealed: component.isPersonal ? [] : [.root],
          in: workspace
        )
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
  /// Stores a tree with the folders at their paths.
  func store(_ folders: [String: ComponentLayout.Folder]) throws -> ObjectID {
    var tree = ObjectID.emptyTree
    // Folders may be nested; an inner one belongs into the new content of the outer one.
    for (name, folder) in folders.sorted(by: {
      $0.value.path.names.count < $1.value.path.names.count
    }) {
      let id = folder.tree
      guard repository.contains(id) else {
        throw OperationError(
          .missingTree,
          "the files of '\(name)' are not in this clone",
          help: repository.helpForMissing
        )
      }
      if folder.path == .root {
        tree = id
      } else {
        let path = folder.path
        tree = try repository.edit(tree, [(path, .put(id, .tree))])
      }
    }
    return tree
  }
}
