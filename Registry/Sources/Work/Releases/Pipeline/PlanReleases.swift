package import Base
package import Checks
import Git
package import Model
import Versions

/// Plans releases of what is committed; nothing is written.
package struct PlanReleases: Sendable {
  /// The components that the plan is about; empty for all.
  ///
  /// Their dependencies and the dependents that need a release are included.
  package var selection: [ReleaseSelection]
  /// Whether all other components are included, if some are selected.
  package var includesAll: Bool
  /// A revision: only components that changed since then are included.
  package var since: String?
  /// `nil` if public interfaces are not to be compared.
  package var comparing: (any InterfaceComparing)?
  /// The components whose incompatible changes are accepted.
  package var accepting: [AcceptedBreakage] = []
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
        throw OperationError.noCommit()
      }
      let state = try workspace.state(at: tip)
      if state.manifest.changelogs == .components
        || !state.manifest.versionFileRules.isEmpty
        || state.manifest.components.contains(where: { !$0.value.versionFiles.isEmpty })
      {
        // Only a release stores the files that it edits.
        try workspace.repository.storeInMemory()
      }
      let releases = MakeReleases(
        request,
        checks: CandidateInspection(comparing: comparing),
        accepting: accepting,
        context: WriteContext(progress: progress)
      )
      return try releases.plan(
        at: ReleaseBase(
          tip: tip,
          tree: workspace.repository.commit(tip).tree,
          state: state,
          manifests: releases.findings.manifests,
          reading: workspace.manifestReading(state.manifest).reporting(to: progress),
          now: releases.context.now()
        ),
        in: workspace
      )
    }
  }

  var request: ReleaseRequest { .changes(selection, includesAll: includesAll, since: since) }
}
