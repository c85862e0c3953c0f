import Git
package import GitValues
package import Workspace

/// A verb whose one commit is worked out first, then made or only shown.
package protocol WritingOperation: Sendable {
  associatedtype Result: WritingResult

  var context: WriteContext { get }
  /// As it is called for those who wait for it.
  var task: String { get }
  /// Whether it needs no working files; most verbs are about what a person has before them.
  var allowsBareRepository: Bool { get }
  /// Whether no branch is moved and only tags are made, which hardly any state of the repository
  /// stands against.
  var isTagging: Bool { get }
  /// Whether planning may build and compare; it then throws ``OperationError/Code/movedMeanwhile``
  /// where the base is locked and what it needs was not found out before.
  var takesLong: Bool { get }
  /// Whether ``target(at:in:)`` names a branch.
  var hasTarget: Bool { get }

  /// The branch that gets the commit, where that is not the one that is checked out.
  ///
  /// - Parameter tip: The commit that is checked out, on which the branch starts.
  /// - Throws: If there is such a branch and it must stay as it is.
  func target(at tip: ObjectID, in workspace: borrowing Workspace) throws -> TargetBranch?

  /// Works out what is to become of the branch, or the reason against it; nothing is written.
  func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result
}

/// The result of a write request.
package protocol WritingResult: Sendable {
  /// `nil` if nothing has to be written.
  var plan: WritePlan? { get }
  /// The commit that was made, or that the branch has gone back to.
  var commit: ObjectID? { get set }
}

extension WritingOperation {
  package var allowsBareRepository: Bool { false }
  package var isTagging: Bool { false }
  package var takesLong: Bool { false }
  package var hasTarget: Bool { false }

  package func target(
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch? { nil }

  /// Does it, or throws and leaves everything as it was.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      var (result, commit) = try protocolRun.run(in: workspace) { base in
        let result = try plan(base, in: workspace)
        return (result.plan, result)
      }
      if let commit { result.commit = commit }
      return result
    }
  }

  /// What ``run(in:)`` would write now; nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      try protocolRun.preview(in: workspace) { base in
        let result = try plan(base, in: workspace)
        return (result.plan, result)
      }.outcome
    }
  }

  private var protocolRun: WriteProtocol {
    var run = WriteProtocol(
      task: task,
      context: context,
      isTagging: isTagging,
      allowsBare: allowsBareRepository,
      takesLong: takesLong
    )
    if hasTarget {
      run.target = { (tip: ObjectID, workspace: borrowing Workspace) throws -> TargetBranch? in
        try target(at: tip, in: workspace)
      }
    }
    return run
  }
}
