package import Base
package import Git

/// A command that plans its one commit first, then makes it or only shows it.
package protocol WritingOperation: Sendable {
  associatedtype Result: WritingResult

  var context: WriteContext { get }
  /// The name of the task, for waiting processes.
  var task: String { get }
  /// Whether it works without working files; most commands need them.
  var allowsBareRepository: Bool { get }
  /// Whether only tags are created and no branch moves, which is possible in nearly any state of
  /// the repository.
  var isTagging: Bool { get }
  /// Whether planning may build and compare, for which other processes should not have to wait.
  var takesLong: Bool { get }
  /// Whether ``target(at:in:)`` returns a branch.
  var hasTarget: Bool { get }

  /// The branch that gets the commit, if it is not the one that is checked out.
  ///
  /// - Parameter tip: The commit that is checked out, on which the branch starts.
  /// - Throws: If there is such a branch and it must not change.
  func target(at tip: ObjectID, in workspace: borrowing Workspace) throws -> TargetBranch?

  /// Plans the write, or throws the reason against it; nothing is written.
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

  /// Performs it, or throws and leaves everything unchanged.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try WriteProtocol(operation: self).run(in: workspace) }
  }

  /// The result that ``run(in:)`` would have now; nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try WriteProtocol(operation: self).preview(in: workspace) }
  }
}
