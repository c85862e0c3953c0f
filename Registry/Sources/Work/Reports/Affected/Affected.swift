package import Base
import Git
package import Model
import Versions

/// Finds the components and apps that changes reach: those with changed files, and all that depend
/// on them.
///
/// Trees are compared and no history is read, so that a shallow clone suffices.
package struct Affected: Sendable {
  /// A revision; `nil` for the newest commit.
  private let since: String?
  private let usesWorkingFiles: Bool

  /// - Parameter usesWorkingFiles: Whether uncommitted changes count too; without a revision there
  ///   is nothing else to count.
  package init(since: String? = nil, usesWorkingFiles: Bool = false) {
    self.since = since
    self.usesWorkingFiles = usesWorkingFiles || since == nil
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> AffectedParts {
    guard let tip = workspace.tip else {
      throw OperationError.noCommit()
    }
    return try unifyingErrors {
      let base = try since.map { try workspace.repository.commit(named: $0) } ?? tip
      let tree = try workspace.repository.commit(tip).tree
      let state = try usesWorkingFiles ? workspace.workingState() : workspace.state(at: tip)
      var source = PackageSource.tree(tree)
      if usesWorkingFiles, let root = workspace.repository.workingDirectory {
        source = .workingFiles(root, over: tree)
      }
      let changes = FolderChanges(
        old: try workspace.repository.commit(base).tree,
        new: tree,
        uncommitted: usesWorkingFiles ? try workspace.uncommittedPaths() : []
      )
      let manifest = state.manifest
      let packages = try AffectedPackages(
        PackageGraph(of: manifest.folders, from: source, naming: manifest, in: workspace),
        manifest,
        changes,
        in: workspace.repository
      )
      let apps = try AppChanges(
        packages: packages,
        changes: changes,
        state: state,
        base: base,
        source: source,
        in: workspace
      )
      return AffectedParts(
        base: base,
        tip: tip,
        usesWorkingFiles: usesWorkingFiles,
        components: manifest.components.sorted { $0.key < $1.key }.compactMap { name, component in
          packages.reason(of: component.path).map {
            packages.part(name, at: component.path, $0)
          }
        },
        apps: try apps.affected(in: workspace)
      )
    }
  }
}

extension Manifest {
  /// Of the components and the apps.
  var folders: [TreePath] {
    components.values.map(\.path) + apps.values.map(\.path)
  }
}

extension Workspace {
  /// The files that are not as the newest commit has them; ignored ones are none.
  func uncommittedPaths() throws -> [TreePath] {
    try WorkTree(of: repository).status().map { file in
      // A repository within this one is given with a slash behind its name.
      TreePath(unchecked: file.path.hasSuffix("/") ? String(file.path.dropLast()) : file.path)
    }
  }
}
