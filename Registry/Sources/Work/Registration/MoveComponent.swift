import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
import Reports
import Versions

/// Moves the folder of a component, with every path in the manifests of packages that leads there, or
/// records where it was moved before.
package struct MoveComponent: WritingOperation {
  /// The component as it was typed.
  package var component: String
  /// The path of the folder after the move, from the root of the repository.
  package var destination: TreePath
  package var context: WriteContext

  package init(
    _ component: String,
    to destination: TreePath,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.destination = destination
    self.context = context
  }

  package var task: String { "registry move \(component)" }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> RegistrationResult {
    let (name, entry) = try workspace.committed(in: base.state) {
      try $0.component(named: component)
    }
    let move = FolderMove(from: entry.path, to: destination)
    var moved = entry
    moved.path = destination
    let entries = [RegistrationResult.Entry(name: name, component: moved)]
    guard entry.path != destination else { return RegistrationResult(entries: entries, plan: nil) }
    let isMoved = try isMoved(move, base, in: workspace)
    let tree = try check(move, isMoved: isMoved, base, in: workspace)
    let movedPaths = base.state.manifest.components.mapValues(\.path)
      .filter { $0.value.isInside(move.from) }.mapValues(move.place)
    let document = try base.state.document.setting(paths: movedPaths)
    var files = try MovedManifests(move: move, base: base, isRecorded: isMoved).files(in: workspace)
    let hasDependents = files.contains { !$0.path.isInside(move.to) }
    files.append(try base.file(workspace.manifestPath, document.text, in: workspace))
    return RegistrationResult(
      entries: entries,
      oldPath: entry.path,
      notes: notes(on: name, move, hasDependents, base, in: workspace)
        + document.manifest.groupNotes(on: [name], since: base.state.manifest)
        + (try workspace.notes(onIgnored: destination)),
      plan: WritePlan(
        .commit(
          files: files,
          message: "Move \(name) from \(move.from) to \(move.to)\n"
        ),
        reason: "registry: move \(name) to \(move.to)",
        reliesOn: [tree],
        moves: isMoved ? [] : [PlannedMove(move, tree: tree)]
      )
    )
  }

  /// The tree of the folder.
  private func check(
    _ move: FolderMove,
    isMoved: Bool,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> ObjectID {
    guard !workspace.manifestPath.isInside(move.from) else {
      throw OperationError(
        .invalidPath,
        "'\(component)' cannot be moved: its folder '\(move.from)' contains the registry's own data",
        help: "move its files with 'git mv', set the new path with 'registry set', and commit both"
      )
    }
    guard !move.to.isInside(move.from), !move.from.isInside(move.to) else {
      throw OperationError(
        .invalidPath,
        "'\(move.from)' cannot be moved to '\(move.to)': one of the two contains the other"
      )
    }
    try ComponentFolder.checkPlace(move.to, manifest: workspace.manifestPath)
    for (name, app) in base.state.manifest.apps.sorted(by: { $0.key < $1.key })
    where app.path.isInside(move.from) {
      throw OperationError(
        .invalidPath,
        "the folder '\(move.from)' contains the app '\(name)'",
        help: "move the app out of it first"
      )
    }
    let folder = ComponentFolder(
      path: isMoved ? move.to : move.from,
      root: base.tree,
      of: base.state.trees,
      manifestFile: base.state.document.file
    )
    let own = try folder.tree(in: workspace.repository)
    // The components in the folder move with it.
    let tree = try workspace.repository.tree(at: folder.path, in: base.tree) ?? own
    if isMoved { return tree }
    try checkIsNotMovedAlready(move, in: workspace)
    try checkIsAnotherFolder(move, in: workspace)
    try workspace.checkIsFree(move.to, in: base.tree)
    let listing = try workspace.repository.listing(
      of: tree,
      passesOverSubmodules: true,
      checksLinks: false
    )
    if let path = listing.submodules.first.map(move.from.appending) {
      throw OperationError(
        .invalidPath,
        "'\(path)' is a submodule, whose path git keeps in '.gitmodules' as well",
        help: "move it out of the folder first with 'git mv', and commit that"
      )
    }
    return tree
  }

  /// Throws where the working files are moved, and the commit is not.
  private func checkIsNotMovedAlready(
    _ move: FolderMove,
    in workspace: borrowing Workspace
  ) throws {
    guard let old = workspace.workingPath(move.from.appending(.packageManifest)),
      let new = workspace.workingPath(move.to.appending(.packageManifest)),
      LocalFile.kind(at: old) == nil, LocalFile.kind(at: new) != nil
    else { return }
    throw OperationError(
      .uncommittedChanges,
      "'\(move.from)' was moved to '\(move.to)', and the move is not committed",
      help: "commit it, and run the command again"
    )
  }

  /// Throws where the file system takes both paths for the same one, as it may if they differ only in
  /// case.
  private func checkIsAnotherFolder(
    _ move: FolderMove,
    in workspace: borrowing Workspace
  ) throws {
    guard let old = workspace.workingPath(move.from).flatMap(FileFacts.of),
      let new = workspace.workingPath(move.to).flatMap(FileFacts.of),
      old.stamp.inode == new.stamp.inode, old.device == new.device
    else { return }
    // Git cannot rename a folder to a name that the file system takes for its own.
    let between = move.from.string + "-renamed"
    let steps = [(move.from.string, between), (between, move.to.string)]
      .map { "git mv \($0.shellQuoted) \($1.shellQuoted)" }
    throw OperationError(
      .pathTaken,
      "'\(move.from)' and '\(move.to)' are the same folder on this file system",
      help: "rename it with '\(steps.joined(separator: " && "))', commit that, and run the command"
        + " again"
    )
  }

  /// Whether the folder was moved before, as `git mv` does.
  private func isMoved(
    _ move: FolderMove,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    guard try workspace.repository.entry(at: move.from, in: base.tree) == nil,
      try workspace.repository
        .entry(at: move.to.appending(.packageManifest), in: base.tree) != nil
    else { return false }
    return !base.state.manifest.components.values.contains { $0.path == move.to }
  }

  private func notes(
    on name: ComponentName,
    _ move: FolderMove,
    _ hasDependents: Bool,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) -> [String] {
    var notes = [
      "only manifests of packages were changed: 'git grep -F \(move.from.string.shellQuoted)' finds"
        + " the old path elsewhere"
    ]
    let isPinned = base.state.manifest.apps.values.contains { !$0.pins.isEmpty }
    if hasDependents, isPinned, base.state.logName(of: name) != nil {
      notes.append(
        "apps that are pinned to earlier releases of its dependents need new ones: those name the"
          + " old folder"
      )
    }
    return notes
  }
}

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
      return try manifest.edits(moving: move.place)
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
