package import Git
package import RegistryModel
package import Versioning

/// Releases a component: records its tree, under its next version, in one commit.
package struct Bump: Sendable {
  /// As it was typed.
  package var component: String
  package var version: VersionChoice
  /// What the changelog says before the list of changes.
  package var notes: String?
  package var context: WriteContext

  package init(
    component: String,
    version: VersionChoice,
    notes: String? = nil,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.version = version
    self.notes = notes
    self.context = context
  }

  /// What became of the request.
  package struct Result: Sendable {
    package let component: ComponentName
    package let release: Release
    package let tag: String
    /// The component's release before, from which the changelog entry goes on.
    package let previous: Release?
    /// Nothing if the very same content had this version already.
    package let plan: WritePlan?
    /// The commit that was made; nothing for a dry run, and where nothing had to be written.
    package fileprivate(set) var commit: ObjectID?
  }

  /// Releases it, or throws and leaves everything as it was.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      var (result, commit) = try protocolRun.run(in: workspace) { base in
        let result = try BumpPlanner(request: self, base: base).plan(in: workspace)
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
        let result = try BumpPlanner(request: self, base: base).plan(in: workspace)
        return (result.plan, result)
      }.outcome
    }
  }

  private var protocolRun: WriteProtocol {
    WriteProtocol(task: "registry bump \(component)", context: context)
  }
}
