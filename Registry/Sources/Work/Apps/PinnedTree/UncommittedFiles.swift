import Base
import Git
import Model
import Versions

/// The uncommitted files, separated by whether a pinned tree includes them.
struct UncommittedFiles {
  private let releases: [ComponentName: Release]
  private let components: [TreePath: ComponentName]
  private let trees: ComponentTrees
  private let apps: [TreePath]

  init(releases: [ComponentName: Release], state: RegistryState) {
    let manifest = state.manifest
    self.releases = releases
    components = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
    trees = state.trees
    apps = manifest.apps.values.map(\.path)
  }

  /// The components that are built from a release and whose changes are therefore left out; sorted.
  func leftOut(in files: WorkTree) throws -> [ComponentName] {
    let paths = components.filter { releases[$0.value] != nil }.map(\.key)
    guard !paths.isEmpty else { return [] }
    let changed = Set(try files.status(of: paths).compactMap { owner(of: $0.path) })
    return changed.filter { releases[$0] != nil }.sorted()
  }

  /// Stores `base` with all other changes in it.
  func stored(over base: ObjectID, in workspace: borrowing Workspace) throws -> ObjectID {
    try Self.stored(over: base, in: workspace.repository) { path in
      owner(of: path).map { releases[$0] != nil } ?? false
    }
  }

  /// - Parameter isLeftOut: Whether the file at a path stays as it is in `base`.
  private static func stored(
    over base: ObjectID,
    in repository: borrowing Repository,
    besides isLeftOut: (String) -> Bool = { _ in false }
  ) throws -> ObjectID {
    guard let root = repository.workingDirectory else { throw OperationError.bare }
    let tellsModes = try repository.configuration().bool("core.filemode") ?? true
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for file in try WorkTree(of: repository).status() {
      // Another repository inside this one, which is not part of it.
      if file.path.hasSuffix("/") { continue }
      let path = TreePath(unchecked: file.path)
      let committed = try repository.entry(at: path, in: base)
      if isLeftOut(file.path) { continue }
      if let committed, committed.mode == .submodule {
        guard let files = try stored(ofSubmodule: "\(root)/\(path)") else { continue }
        try repository.borrowSubmodules()
        edits.append((path, .put(files, .tree)))
        continue
      }
      guard !file.isConflicted else {
        throw OperationError(
          .uncommittedChanges,
          "'\(file.path)' has unresolved conflicts",
          help: "resolve them, or build without '--worktree'"
        )
      }
      if let mode = LocalFile.storedMode("\(root)/\(file.path)") {
        // Where the file system keeps no modes, a file has the one that it was committed with.
        let known: FileMode = committed?.mode == .executable ? .executable : .file
        let kept = tellsModes || mode == .link ? mode : known
        edits.append((path, .put(try repository.writeBlob(ofWorkingFile: path), kept)))
      } else if committed != nil {
        edits.append((path, .remove))
      }
    }
    return try repository.edit(base, edits)
  }

  /// The working files of a submodule; `nil` if it is not checked out.
  private static func stored(ofSubmodule folder: String) throws -> ObjectID? {
    guard LocalFile.exists("\(folder)/.git") else { return nil }
    let repository = try Repository.open(at: folder)
    guard let head = try repository.head().tip else { return nil }
    return try stored(over: repository.commit(head).tree, in: repository)
  }

  /// The innermost component that a file belongs to.
  private func owner(of path: String) -> ComponentName? {
    let path = TreePath(unchecked: path)
    guard let folder = path.andAncestors.first(where: { components[$0] != nil }),
      trees.isFile(path, ofComponentAt: folder),
      // An app in the folder of a component is built from the base.
      !apps.contains(where: { $0 != folder && $0.isInside(folder) && path.isInside($0) })
    else { return nil }
    return components[folder]
  }
}

extension LocalFile {
  /// The mode that git would give to a file or a link; `nil` if there is neither.
  fileprivate static func storedMode(_ path: String) -> FileMode? {
    switch kind(at: path) {
    case .file: isExecutable(path) ? .executable : .file
    case .link: .link
    case .directory, .other, nil: nil
    }
  }
}
