import Git
package import GitValues
package import Workspace

/// The base of a write: the branch at the moment of planning.
package struct WriteBase: Sendable {
  /// The whole name; `HEAD` where no branch is checked out.
  package let branch: String
  package let tip: ObjectID
  package let tree: ObjectID
  /// As the branch has it, and with what the same write adds to it.
  package var state: RegistryState
  /// Whether there are working files, and they are the branch's.
  package private(set) var isCheckedOut: Bool
  /// The branch that gets the commit; `nil` for the one that it was read from.
  package var target: TargetBranch? {
    didSet { if target != nil { isCheckedOut = false } }
  }
  /// Whether the lock is held, so that nothing may take long.
  package var isLocked = false

  /// A file that is to have this text, whatever the branch has there.
  package func file(
    _ path: TreePath,
    _ text: String,
    in workspace: borrowing Workspace
  ) throws -> PlannedFile {
    PlannedFile(path: path, old: try workspace.content(of: path, in: tree), new: Array(text.utf8))
  }
}

extension Workspace {
  /// Reads the branch anew.
  ///
  /// - Throws: For a repository that nothing can be committed in as it stands. Tags can be made in
  ///   nearly any.
  func writeBase(forTags: Bool, allowsBare: Bool = false) throws -> WriteBase {
    if !forTags { try checkReadyForCommit(allowsBare: allowsBare) }
    switch try currentHead() {
    case .unborn(let branch):
      throw OperationError(
        .unbornBranch,
        "the branch '\(Self.short(branch))' has no commit yet",
        help: "commit the components and the manifest first"
      )
    case .detached(let tip) where forTags: return try writeBase("HEAD", tip)
    case .detached(let commit):
      throw OperationError(
        .detachedHead,
        "HEAD is detached at '\(commit.hex.prefix(12))', expected a branch",
        help: "switch to a branch with 'git switch BRANCH'"
      )
    case .branch(let branch, let tip): return try writeBase(branch, tip)
    }
  }

  private func checkReadyForCommit(allowsBare: Bool) throws {
    guard allowsBare || !repository.isBare else { throw OperationError.bare }
    if let operation = repository.operationInProgress {
      throw OperationError(
        .operationInProgress,
        "git is in the middle of \(operation == "am" ? "an" : "a") \(operation)",
        help: "finish it, or abort it with"
          + " 'git \(operation) \(operation == "bisect" ? "reset" : "--abort")'"
      )
    }
  }

  private func writeBase(_ branch: String, _ tip: ObjectID) throws -> WriteBase {
    var isCheckedOut = false
    if !repository.isBare, case .branch(branch, _) = try repository.head() { isCheckedOut = true }
    return WriteBase(
      branch: branch,
      tip: tip,
      tree: try repository.commit(tip).tree,
      state: try state(at: tip),
      isCheckedOut: isCheckedOut
    )
  }

  private static func short(_ branch: String) -> Substring {
    branch.hasPrefix("refs/heads/") ? branch.dropFirst("refs/heads/".count) : branch[...]
  }
}
