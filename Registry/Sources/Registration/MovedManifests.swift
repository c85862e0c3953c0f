import Errors
import Git
import GitValues
import Inspection
import PackageManifest
import PackageRules
import PublishedForm
import RegistryModel
import Versioning
import Workspace
import Writing

/// The manifests of packages that name a folder which moves, or lie in it and name others.
struct MovedManifests {
  let move: FolderMove
  let base: WriteBase

  /// The manifests as they are after the move.
  func files(in workspace: borrowing Workspace) throws -> [PlannedFile] {
    let manifest = base.state.manifest
    let components = Set(manifest.components.values.map(\.path))
    let others = try TreeSurvey(of: base.tree, besides: components, in: workspace.repository)
    let folders = components.union(manifest.scaffolds.values.map(\.path))
      .union(others.packages.keys).union(others.fixtures.keys).union([.root])
    let packages = try PackageGraph(of: folders.sorted(), from: .tree(base.tree), in: workspace)
    for (folder, error) in packages.unread.sorted(by: { $0.key < $1.key }) {
      throw OperationError(
        error.code,
        "the dependencies of '\(folder)' cannot be read, so they cannot follow the move:"
          + " \(error.message)",
        help: error.help,
        context: error.context
      )
    }
    var source = PackageFiles(.tree(base.tree))
    var files: [PlannedFile] = []
    for (folder, dependencies) in packages.dependencies.sorted(by: { $0.key < $1.key }) {
      let isMoved = folder.isInside(move.from)
      guard isMoved || dependencies.contains(where: { $0.isInside(move.from) }) else { continue }
      for (name, bytes) in try source.manifests(in: folder, workspace.repository) {
        if let file = try file(name, bytes, in: folder) { files.append(file) }
      }
    }
    return files
  }

  private func file(
    _ name: String,
    _ bytes: [UInt8],
    in folder: TreePath
  ) throws -> PlannedFile? {
    let edits = try located(in: folder) {
      try PackageManifestFile(bytes: bytes, fileName: name, packagePath: folder)
        .edits(of: folder, moving: move.place)
    }
    guard !edits.isEmpty else { return nil }
    return PlannedFile(
      path: move.place(of: folder).appending(try TreePath(name)),
      old: bytes,
      new: try edits.applied(to: bytes)
    )
  }
}
