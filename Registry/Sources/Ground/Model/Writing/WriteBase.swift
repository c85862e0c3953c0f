import Base
package import Git

/// The base of a write: the state of the branch when the write is planned.
package struct WriteBase: Sendable {
  /// The full name of the branch; `HEAD` if no branch is checked out.
  package let branch: String
  /// The newest commit of the branch.
  package let tip: ObjectID
  /// The tree of the newest commit.
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

/// A branch that a write creates or replaces, on top of the commit that is checked out; the
/// checkout does not change.
package struct TargetBranch: Hashable, Sendable {
  /// The full name.
  package let name: String
  /// The commit that it is at; `nil` if there is no such branch yet.
  package let old: ObjectID?
  /// The date of the records in its commit, and of that commit's author.
  package let time: GitTime

  /// The date of the commit's committer, for that of its author: one second earlier.
  ///
  /// `git commit --amend` sets the committer date to the time of the amendment, which is never before
  /// that of the author.
  package static func commitTime(for time: GitTime) -> GitTime {
    GitTime(seconds: time.seconds - 1, offset: time.offset)
  }

  /// The committer, at that time.
  static func committer(_ author: Signature) throws -> Signature {
    try Signature(name: author.name, email: author.email, time: commitTime(for: author.time))
  }

  package init(name: String, old: ObjectID?, time: GitTime) {
    (self.name, self.old, self.time) = (name, old, time)
  }
}

extension WriteContext {
  /// The same with the time of a target branch.
  package func dated(as target: TargetBranch?) -> WriteContext {
    guard let time = target?.time else { return self }
    var context = self
    context.clock = { time }
    return context
  }
}

extension Repository {
  /// The working tree that has a branch checked out; `nil` if none has.
  package func workingTree(of branch: String) throws -> String? {
    let folder = "\(commonDirectory)/worktrees"
    let others = LocalFile.kind(at: folder) == .directory ? try LocalFile.names(in: folder) : []
    for directory in [commonDirectory] + others.map({ "\(folder)/\($0)" }) {
      guard let head = try LocalFile.read("\(directory)/HEAD") else { continue }
      let text = String(decoding: head, as: UTF8.self)
      guard text.split(whereSeparator: \.isNewline).first == "ref: \(branch)" else { continue }
      guard directory != commonDirectory else { return workingDirectory ?? directory }
      let link = try LocalFile.read("\(directory)/gitdir").map {
        String(decoding: $0, as: UTF8.self)
      }
      let file = link?.split(whereSeparator: \.isNewline).first.map(String.init)
      return file.map { LocalFile.parent(of: $0) } ?? directory
    }
    return nil
  }
}
