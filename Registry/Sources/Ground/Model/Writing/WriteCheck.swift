import Base
package import Git

/// Checks the preconditions of a write: the files and tags of the plan are free, and git has an
/// author.
package struct WriteCheck {
  package let plan: WritePlan
  package let base: WriteBase
  package let context: WriteContext

  package init(plan: WritePlan, base: WriteBase, context: WriteContext) {
    self.plan = plan
    self.base = base
    self.context = context
  }

  /// Throws the first reason why the plan cannot be carried out; nothing is written.
  package func run(in workspace: borrowing Workspace) throws {
    switch plan.goal {
    case .commit, .snapshot:
      _ = try context.signatures(at: context.clock(), in: workspace.repository)
    case .tag, .goBack: break
    }
    if case .goBack = plan.goal {} else { _ = try context.signing(in: workspace.repository) }
    try checkFiles(in: workspace.repository)
    for file in plan.files {
      if let new = file.new, let fault = GitFile(named: file.path.name)?.fault(in: new) {
        throw OperationError.malformedGitFile(file.path, fault)
      }
    }
    try WritePlaces(plan: plan, base: base).check(in: workspace.repository)
    guard !plan.tags.isEmpty else { return }
    let tags = try workspace.repository.tagNames()
    for tag in plan.tags { try Self.check(tag, among: tags, in: workspace.repository) }
  }

  private func checkFiles(in repository: borrowing Repository) throws {
    var paths = try plan.changedFiles(from: base.tree, in: repository)
    paths += plan.folder.map { [$0.path] } ?? []
    paths += plan.moves.flatMap { [$0.folder.from, $0.folder.to] }
    guard !paths.isEmpty, base.isCheckedOut else { return }
    let changed = try WorkTree(of: repository).status(of: paths).filter { !goesAlong($0) }
      .map { "'\($0.path)'" }
    guard changed.isEmpty else {
      throw OperationError(
        .uncommittedChanges,
        "\(changed.joined(separator: ", ")) \(changed.count == 1 ? "has" : "have") uncommitted"
          + " changes",
        help: "commit or undo them first: this command writes to the same files"
      )
    }
  }

  /// Whether a file moves unchanged with its folder.
  private func goesAlong(_ file: FileStatus) -> Bool {
    guard file.staged == nil, file.unstaged == .untracked else { return false }
    let path = TreePath(unchecked: file.path)
    return plan.moves.contains { path.isInside($0.folder.from) }
  }

  /// Throws if the tag cannot be made.
  ///
  /// - Parameter tags: Those that the repository has.
  package static func check(
    _ tag: PlannedTag,
    among tags: TagNames,
    in repository: borrowing Repository
  ) throws {
    guard try repository.isReferenceName(tag.reference) else {
      throw OperationError(.invalidTag, "invalid tag name '\(tag.name)'")
    }
    var taken = try repository.reference(tag.reference).map(\.name)
    // A tag and a folder of tags cannot have the same name.
    let folder = TreePath(known: tag.reference).parent.string
    if taken == nil, folder != "refs/tags", try repository.reference(folder) != nil {
      let name = folder.dropFirst("refs/tags/".count)
      throw OperationError(
        .tagExists,
        "the tag '\(name)' conflicts with the tag '\(tag.name)'",
        help: "rename it: 'git tag OTHER \(name)', then 'git tag -d \(name)'"
      )
    }
    taken = taken ?? tags.names(in: tag.reference).first
    guard let taken else { return }
    let name = taken.dropFirst("refs/tags/".count)
    throw OperationError(
      .tagExists,
      "the tag '\(name)' already exists, but this branch has no record of that release",
      help: "if it was released on another branch, merge that branch; otherwise remove the tag with"
        + " 'git tag -d \(name)'"
    )
  }
}

/// Checks that the files of a write can be put in place: behind the commit point it would be too
/// late, and every later write would meet the same.
///
/// Git's status says nothing of what it ignores, of empty folders, and of what is in place of the
/// folders of a new file.
struct WritePlaces {
  let plan: WritePlan
  let base: WriteBase

  func check(in repository: borrowing Repository) throws {
    guard base.isCheckedOut, plan.movesBranch, let root = repository.workingDirectory else {
      return
    }
    var files = try plan.changedFiles(from: base.tree, in: repository)
    if let folder = plan.folder { files += folder.files.map { folder.path.appending($0.path) } }
    var folders: Set<TreePath> = []
    for file in files {
      // A file of a folder that moves is still in its old place.
      let place = plan.moves.map(\.folder).origin(of: file) ?? file
      folders.formUnion(place.ancestors)
      guard let kind = LocalFile.kind(at: "\(root)/\(place)"),
        try repository.entry(at: place, in: base.tree) == nil
      else { continue }
      throw Self.taken(place, by: kind, "nothing in the place of a new file")
    }
    for move in plan.moves {
      folders.formUnion(move.folder.from.ancestors + move.folder.to.ancestors)
    }
    for folder in folders.sorted() {
      let path = "\(root)/\(folder)"
      guard let kind = LocalFile.kind(at: path) else { continue }
      if kind == .directory {
        guard LocalFile.isWritable(path) else { throw Self.readOnly(folder) }
        // What git tracks there is a file that gives way to a folder.
      } else if try [nil, .tree].contains(repository.entry(at: folder, in: base.tree)?.mode) {
        throw Self.taken(folder, by: kind, "a folder")
      }
    }
    if !files.isEmpty, !LocalFile.isWritable(root) { throw Self.readOnly(.root) }
  }

  private static func taken(
    _ path: TreePath,
    by kind: LocalFile.Kind,
    _ expected: String
  ) -> OperationError {
    OperationError(
      .pathTaken,
      "'\(path)' is \(kind.rawValue) that git does not track, expected \(expected)",
      help: "move it out of the way"
    )
  }

  private static func readOnly(_ path: TreePath) -> OperationError {
    OperationError(
      .inputOutput,
      "the folder '\(path)' cannot be written to",
      help: "check its permissions"
    )
  }
}
