import Git
import GitValues

/// What must be so before anything is written: the files and tags of the plan are free, and git
/// knows who commits.
struct WriteCheck {
  let plan: WritePlan
  let base: WriteBase
  let context: WriteContext

  func run(in workspace: borrowing Workspace) throws {
    switch plan.goal {
    case .commit, .snapshot:
      _ = try context.signatures(at: context.clock(), in: workspace.repository)
    case .tag, .goBack: break
    }
    try checkFiles(in: workspace.repository)
    for tag in plan.tags { try Self.check(tag, in: workspace.repository) }
  }

  private func checkFiles(in repository: borrowing Repository) throws {
    var paths = plan.files.map(\.path)
    if case .goBack(let commit, _) = plan.goal {
      paths = try repository.changes(from: base.tree, to: repository.commit(commit).tree)
        .map(\.path)
    }
    paths += plan.folder.map { [$0.path] } ?? []
    guard !paths.isEmpty, base.isCheckedOut else { return }
    let changed = try repository.status(of: paths).map { "'\($0.path)'" }
    guard changed.isEmpty else {
      throw OperationError(
        .uncommittedChanges,
        "\(changed.joined(separator: ", ")) \(changed.count == 1 ? "has" : "have") changes that are"
          + " not committed",
        help: "commit or undo them first: this command writes to the same files"
      )
    }
  }

  /// Throws if the tag cannot be made.
  static func check(_ tag: PlannedTag, in repository: borrowing Repository) throws {
    guard try repository.isReferenceName(tag.reference) else {
      throw OperationError(.invalidTag, "git takes no tag of the name '\(tag.name)'")
    }
    var taken = try repository.reference(tag.reference).map(\.name)
    // A tag and a folder of tags cannot have the same name.
    let folder = TreePath(known: tag.reference).parent.string
    if taken == nil, folder != "refs/tags", try repository.reference(folder) != nil {
      let name = folder.dropFirst("refs/tags/".count)
      throw OperationError(
        .tagExists,
        "there is a tag '\(name)', which leaves no room for the tag '\(tag.name)'",
        help: "give it another name: 'git tag OTHER \(name)', then 'git tag -d \(name)'"
      )
    }
    taken =
      try taken ?? repository.references(matching: "\(tag.reference)/*").first.map(\.name)
    guard let taken else { return }
    let name = taken.dropFirst("refs/tags/".count)
    throw OperationError(
      .tagExists,
      "there is a tag '\(name)' already, and this branch has no record of such a release",
      help: "it may have been released on another branch: merge that; or remove the tag with"
        + " 'git tag -d \(name)'"
    )
  }
}

extension OperationError.Code {
  package static let uncommittedChanges = Self(rawValue: "uncommitted-changes")
  package static let invalidTag = Self(rawValue: "invalid-tag")
  package static let tagExists = Self(rawValue: "tag-exists")
  package static let locked = Self(rawValue: "locked")
  /// What was asked for is recorded; something that follows from it is still to be done.
  package static let notFinished = Self(rawValue: "not-finished")
}
