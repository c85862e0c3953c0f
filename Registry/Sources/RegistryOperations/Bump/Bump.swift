import Git
package import GitValues
package import RegistryModel
package import Versioning

/// Releases a component: records its tree, under its next version, in one commit.
package struct Bump: WritingOperation {
  /// As it was typed.
  package var component: String
  package var version: VersionChoice
  /// What the changelog says before the list of changes.
  package var notes: String?
  /// What was found out about the public interface; nothing where nobody asked.
  package var evidence: InterfaceEvidence?
  /// The branch's newest commit, where what was found out, or built, holds for that alone.
  var tip: ObjectID?
  package var context: WriteContext

  package init(
    component: String,
    version: VersionChoice,
    notes: String? = nil,
    evidence: InterfaceEvidence? = nil,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.version = version
    self.notes = notes
    self.evidence = evidence
    self.context = context
  }

  /// What became of the request.
  package struct Result: WritingResult {
    package let component: ComponentName
    package let release: Release
    package let tag: String
    /// The component's release before, from which the changelog entry goes on.
    package let previous: Release?
    package let evidence: InterfaceEvidence?
    /// Nothing if the very same content had this version already.
    package let plan: WritePlan?
    /// The commit that it is released from.
    let tip: ObjectID
    package var commit: ObjectID?
  }

  package var task: String {
    "registry bump \(component)"
  }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Result {
    let name = try name(in: base.state, workspace)
    guard tip == nil || tip == base.tip else {
      throw OperationError(.movedMeanwhile, "the branch has moved since its commit was looked at")
    }
    let planner = ReleasePlanner(base: base, context: context)
    switch try planner.outcome(for: name, version, evidence, in: workspace) {
    case .standing(let release):
      let log = try workspace.log(of: name, in: base.state)
      let previous = log.release(before: release.version)
      return result(release, of: name, after: previous, plan: nil, base)
    case .draft(let draft):
      var writing = try ReleaseWriting(base, in: workspace)
      try writing.add(draft, notes: notes, in: workspace)
      let plan = try writing.plan(in: workspace)
      return result(draft.release, of: name, after: draft.previous, plan: plan, base)
    }
  }

  /// What is to be released, as of a moment at which nobody else writes, before a version is chosen.
  func candidate(in workspace: borrowing Workspace) throws(OperationError) -> ReleaseCandidate {
    try survey(in: workspace) { base in
      let name = try name(in: base.state, workspace)
      return try unifyingErrors(of: "component '\(name)'") {
        try ReleasePlanner(base: base, context: context).candidate(for: name, in: workspace)
      }
    }
  }

  private func name(
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> ComponentName {
    try workspace.committed(in: state) { try $0.component(named: component).name }
  }

  private func result(
    _ release: Release,
    of name: ComponentName,
    after previous: Release?,
    plan: WritePlan?,
    _ base: WriteBase
  ) -> Result {
    Result(
      component: name,
      release: release,
      tag: releaseTag(name, release.version),
      previous: previous,
      evidence: plan == nil ? nil : evidence,
      plan: plan,
      tip: base.tip
    )
  }
}
