package import Git
package import RegistryModel
import Versioning

/// Records what the pins of all scaffolds come to, after they were edited by hand or releases were
/// made that some of them let in.
package struct ResolvePins: Sendable {
  /// Components that need not stay where they were resolved, as they were typed.
  package var updated: [String]
  package var context: WriteContext

  package init(updating names: [String] = [], context: WriteContext = WriteContext()) {
    updated = names
    self.context = context
  }

  package struct Result: Sendable {
    package let before: ResolvedReleases
    package let after: ResolvedReleases
    /// Nothing if all of it stood already.
    package let plan: WritePlan?
    /// The commit that was made; nothing for a dry run, and where nothing had to be written.
    package fileprivate(set) var commit: ObjectID?
  }

  /// Resolves and records, or throws and leaves everything as it was.
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

  private var protocolRun: WriteProtocol {
    WriteProtocol(task: "registry resolve", context: context)
  }

  private func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    try checkCommitted(base, in: workspace)
    let names = try updated.map { try base.state.manifest.component(named: $0).name }
    let (plan, before, after) = try PinPlanner(base: base).plan(
      base.state.document,
      message: "Resolve the pins\n",
      reason: "registry: resolve the pins",
      updating: Set(names),
      in: workspace
    )
    return Result(before: before, after: after, plan: plan)
  }

  /// Pins that were edited and not committed would be passed over in silence.
  private func checkCommitted(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    guard let file = workspace.workingPath(workspace.manifestPath),
      LocalFile.kind(at: file) != nil,
      try workspace.workingState().manifest.scaffolds != base.state.manifest.scaffolds
    else { return }
    throw OperationError(
      .uncommittedChanges,
      "the pins in '\(workspace.manifestPath)' have changes that are not committed",
      help: "commit them first: the pins of the branch's newest commit are what counts"
    )
  }
}
