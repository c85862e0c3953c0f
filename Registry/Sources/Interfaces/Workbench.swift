import APICompatibility
import Files
import Git
import GitValues
import Layout
import RegistryModel
import Versioning
import Workspace
import Writing

/// The one place in which components are laid out and built alone, below `.registry/cache`.
///
/// All share it, so that what one build made serves the next: most of two releases is the same, and
/// so is what they depend on.
struct Workbench {
  private let layout: ScaffoldLayout
  private let toolchain: Toolchain

  init(_ toolchain: Toolchain, in workspace: borrowing Workspace) throws(OperationError) {
    guard let directory = workspace.repository.workingDirectory else { throw .bare }
    layout = ScaffoldLayout(at: "cache/build", in: directory)
    self.toolchain = toolchain
  }

  /// Lays out a component and lends it to `body`; others of this program wait meanwhile.
  func with<Result>(
    _ component: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void,
    _ body: (PackageBuild) throws -> Result
  ) throws -> Result {
    try layout.prepare()
    let lock = try FileLock.take(
      at: layout.lock,
      for: "a build of '\(component.component)'",
      limit: .seconds(3600),
      waiting: progress
    )
    return try withExtendedLifetime(lock) {
      let tree = try workspace.store(component.folders)
      _ = try LayoutUpdate(
        layout: layout,
        tree: tree,
        discardsEdits: true,
        context: WriteContext(failures: FailureInjection { _ in })
      ).run(in: workspace.repository)
      let path = component.folder.path
      return try body(
        PackageBuild(
          toolchain: toolchain,
          package: path == .root ? layout.tree : "\(layout.tree)/\(path)",
          scratch: layout.build,
          root: layout.tree
        )
      )
    }
  }
}

extension ComponentLayout {
  /// The component's own and those of all that it depends on.
  var folders: [ComponentName: Folder] {
    dependencies.merging([component: folder]) { $1 }
  }
}

extension Workspace {
  /// Stores the tree that has the folders at their paths, and nothing else.
  func store(_ folders: [ComponentName: ComponentLayout.Folder]) throws -> ObjectID {
    var tree = ObjectID.emptyTree
    // Folders may nest, and an inner one has its place in whatever the outer one is.
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
