import Base
import Content
import Git
import ManifestEditor
import Model
import Reports
import Versions

/// The manifests of packages that name a folder which moves, or lie in it and name others.
struct MovedManifests {
  let move: FolderMove
  let base: WriteBase
  /// Whether the folder was moved by hand before: what cannot be corrected is for the person, too.
  var isRecorded = false

  /// The manifests as they are after the move.
  func files(in workspace: borrowing Workspace) throws -> [PlannedFile] {
    let manifest = base.state.manifest
    let components = Set(manifest.components.values.map(\.path))
    let others = try TreeSurvey(of: base.tree, besides: components, in: workspace)
    let folders = components.union(manifest.apps.values.map(\.path))
      .union(others.packages.keys).union(others.fixtures.keys).union([.root])
    let packages = try PackageGraph(
      of: folders.sorted(),
      from: .tree(base.tree),
      naming: manifest.evaluatesManifests ? manifest : nil,
      in: workspace
    )
    let reading = try workspace.manifestReading(manifest)
    for (folder, error) in packages.unread.sorted(by: { $0.key < $1.key }) where !isRecorded {
      throw OperationError(
        error.code,
        "the dependencies of '\(folder)' cannot be read, so they cannot follow the move:"
          + " \(error.message)",
        help: error.help,
        context: error.context
      )
    }
    let source = PackageFiles(.tree(base.tree))
    var files: [PlannedFile] = []
    for (folder, dependencies) in packages.dependencies.sorted(by: { $0.key < $1.key }) {
      let isMoved = folder.isInside(move.from)
      guard isMoved || dependencies.contains(where: { $0.isInside(move.from) }) else { continue }
      for (name, bytes) in try source.manifests(in: folder, workspace.repository) {
        if let file = try file(name, bytes, in: folder, by: reading) { files.append(file) }
      }
    }
    return files
  }

  private func file(
    _ name: String,
    _ bytes: [UInt8],
    in folder: TreePath,
    by reading: ManifestReading
  ) throws -> PlannedFile? {
    let edits = try located(in: folder) {
      let manifest = try reading.file(bytes, named: name, in: folder)
      let computed = manifest.computedPathDependencies.first { path in
        folder.way(to: path) != move.place(of: folder).way(to: move.place(of: path))
      }
      if let computed, !isRecorded {
        throw Self.computed(computed, in: folder.appending(try TreePath(name)))
      }
      return try manifest.edits(of: folder, moving: move.place)
    }
    guard !edits.isEmpty else { return nil }
    return PlannedFile(
      path: move.place(of: folder).appending(try TreePath(name)),
      old: bytes,
      new: try edits.applied(to: bytes)
    )
  }

  private static func computed(_ path: TreePath, in file: TreePath) -> OperationError {
    OperationError(
      .dependencyNoComponent,
      "the path to '\(path)' is computed, so it cannot follow the move",
      help:
        "write it as '.package(path: \"…\")' first, or move the folder with 'git mv' and correct"
        + " the manifests by hand",
      context: file.string
    )
  }
}
