import Git
package import GitValues

/// A verb whose one commit is worked out first, then made or only shown.
package protocol WritingOperation: Sendable {
  associatedtype Result: WritingResult

  var context: WriteContext { get }
  /// As it is called for those who wait for it.
  var task: String { get }
  /// Whether it needs no working files; most verbs are about what a person has before them.
  var allowsBareRepository: Bool { get }

  /// Works out what is to become of the branch, or the reason against it; nothing is written.
  func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result
}

/// What became of a request to write.
package protocol WritingResult: Sendable {
  /// Nothing if all of it stood already.
  var plan: WritePlan? { get }
  /// The commit that was made; nothing for a dry run, and where nothing had to be written.
  var commit: ObjectID? { get set }
}

extension WritingOperation {
  package var allowsBareRepository: Bool { false }

  /// Does it, or throws and leaves everything as it was.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      var (result, commit) = try protocolRun.run(in: workspace) { base in
        let result = try plan(base, in: workspace)
        return (result.plan, result)
      }
      result.commit = commit
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

  /// What ``run(in:)`` would write if nobody else writes until then; it waits for those who do.
  func survey(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      try protocolRun.survey(in: workspace) { base in
        let result = try plan(base, in: workspace)
        return (result.plan, result)
      }
    }
  }

  /// What `look` says of the branch, as of a moment at which nobody else writes.
  func survey<Outcome>(
    in workspace: borrowing Workspace,
    _ look: (WriteBase) throws -> Outcome
  ) throws(OperationError) -> Outcome {
    try unifyingErrors {
      try protocolRun.survey(in: workspace) { base in (nil, try look(base)) }
    }
  }

  private var protocolRun: WriteProtocol {
    WriteProtocol(task: task, context: context, allowsBare: allowsBareRepository)
  }
}
