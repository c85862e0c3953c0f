import Base
package import Git

/// The base of a write: the state of the branch when the write is planned.
package struct WriteBase: Sendable {
  /// The full name; `HEAD` if no branch is checked out.
  package let branch: String
  package let tip: ObjectID
  package let tree: ObjectID
  /// The data of the branch, with what the same write adds.
  package var state: RegistryState
  /// Whether there are working files, and the branch is checked out.
  package private(set) var isCheckedOut: Bool
  /// The branch that gets the commit; `nil` for the branch that was read.
  package var target: TargetBranch? {
    didSet { if target != nil { isCheckedOut = false } }
  }

  /// The plan to write a file with this text.
  package func file(
    _ path: TreePath,
    _ text: String,
    in workspace: borrowing Workspace
  ) throws -> PlannedFile {
    PlannedFile(path: path, old: try workspace.content(of: path, in: tree), new: Array(text.utf8))
  }
}

extension Workspace {
  /// The branch as a write would find it now, for plans of several commits.
  package func plannedBase() throws -> WriteBase { try writeBase(forTags: false) }

  /// Reads the branch again.
  ///
  /// - Throws: If nothing can be committed in the current state of the repository. Tags can be
  ///   created in nearly any state.
  func writeBase(forTags: Bool, allowsBare: Bool = false) throws -> WriteBase {
    if !forTags { try checkReadyForCommit(allowsBare: allowsBare) }
    switch try currentHead() {
    case .unborn(let branch):
      throw OperationError.noCommit(on: String(Self.short(branch)))
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
