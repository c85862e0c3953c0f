import Git
package import Interfaces
import RegistryModel
import Versioning
package import Workspace
import Writing

/// Works out what is to be released, from what is committed; nothing is written.
package struct PlanReleases: Sendable {
  /// Components that the plan is about; none means all of them.
  ///
  /// What they need and what their releases make necessary comes with them.
  package var selection: [ReleaseSelection]
  /// Whether all others are looked at too, where some are selected.
  package var includesAll: Bool
  /// A revision: only what changed since then is looked at.
  package var since: String?
  /// `nil` if public interfaces are not to be compared.
  package var comparing: (any InterfaceComparing)?
  package var progress: @Sendable (String) -> Void

  package init(
    _ selection: [ReleaseSelection] = [],
    includesAll: Bool = false,
    since: String? = nil,
    comparing: (any InterfaceComparing)? = nil,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.selection = selection
    self.includesAll = includesAll
    self.since = since
    self.comparing = comparing
    self.progress = progress
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> ReleasePlan {
    try unifyingErrors {
      guard let tip = try workspace.repository.head().tip else {
        throw OperationError(.unbornBranch, "the branch has no commit yet, nothing to release")
      }
      let state = try workspace.state(at: tip)
      if state.manifest.changelogs == .components
        || state.manifest.components.contains(where: { !$0.value.versionFiles.isEmpty })
      {
        // Only a release stores the files that it edits.
        try workspace.repository.storeInMemory()
      }
      let pipeline = ReleasePipeline(
        request,
        checks: CandidateInspection(comparing: comparing),
        context: WriteContext(progress: progress)
      )
      return try pipeline.plan(
        at: ReleaseBase(
          tip: tip,
          tree: workspace.repository.commit(tip).tree,
          state: state,
          manifests: pipeline.findings.manifests,
          now: pipeline.context.now()
        ),
        in: workspace
      )
    }
  }

  var request: ReleaseRequest { .changes(selection, includesAll: includesAll, since: since) }
}
