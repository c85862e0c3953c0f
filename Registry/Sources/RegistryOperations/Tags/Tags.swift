import Git
import RegistryModel
import Versioning

/// Makes the tags of recorded releases that this clone lacks; a tag that is there stays as it is.
package struct Tags: Sendable {
  private let names: [String]
  private let context: WriteContext

  /// - Parameter names: Components in a person's spelling; none means all that were ever released.
  package init(of names: [String] = [], context: WriteContext = WriteContext()) {
    self.names = names
    self.context = context
  }

  package struct Result: Hashable, Sendable {
    /// That were made, or would be.
    package let tags: [String]
    /// That are missing still: their commits are not in the branch's history, as in a shallow
    /// clone, or another tag's name leaves no room for them.
    package let unavailable: [String]
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      try protocolRun.run(in: workspace) { base in
        let result = try plan(base, in: workspace)
        return (result.plan, result.outcome)
      }.outcome
    }
  }

  /// What ``run(in:)`` would make now; nothing is made.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      try protocolRun.preview(in: workspace) { base in
        let result = try plan(base, in: workspace)
        return (result.plan, result.outcome)
      }.outcome
    }
  }

  private var protocolRun: WriteProtocol {
    WriteProtocol(task: "registry tags", context: context, isTagging: true)
  }

  private func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> (plan: WritePlan?, outcome: Result) {
    var missing = ReleaseTags.Missing()
    for component in try workspace.loggedComponents(named: names, in: base.state) {
      let found = try ReleaseTags(of: component, in: workspace.repository)
        .missing(from: base, in: workspace)
      missing.tags += found.tags
      missing.unavailable += found.unavailable
    }
    let outcome = Result(tags: missing.tags.map(\.name), unavailable: missing.unavailable)
    guard !missing.tags.isEmpty else { return (nil, outcome) }
    return (WritePlan(.tag(missing.tags), reason: "registry: restore tags"), outcome)
  }
}
