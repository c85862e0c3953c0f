import RegistryModel
import Versioning

/// A release of all that changed, planned and built before anything is written.
///
/// Both take long, so they come before the lock; if the branch has moved on when it is taken, they
/// come again.
package struct CheckedRelease: Sendable {
  package var planning: PlanReleases
  package var notes: String?
  package var building: any ComponentBuilding
  package var verification: ReleaseVerification
  package var context: WriteContext

  package init(
    _ planning: PlanReleases,
    notes: String? = nil,
    building: any ComponentBuilding,
    verification: ReleaseVerification,
    context: WriteContext = WriteContext()
  ) {
    self.planning = planning
    self.notes = notes
    self.building = building
    self.verification = verification
    self.context = context
  }

  package struct Result: Sendable {
    package let releases: ReleasePlan
    package let written: ReleaseComponents.Result
  }

  /// Does it, or throws and leaves everything as it was.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try attempt(in: workspace) { release throws(OperationError) in
      try release.run(in: workspace)
    }
  }

  /// What ``run(in:)`` would write now; all is looked at, and nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try attempt(in: workspace) { release throws(OperationError) in
      try release.preview(in: workspace)
    }
  }

  private func attempt(
    in workspace: borrowing Workspace,
    _ write: (ReleaseComponents) throws(OperationError) -> ReleaseComponents.Result
  ) throws(OperationError) -> Result {
    try Attempts.whileMoved(context) { () throws(OperationError) in
      let plan = try planning.run(in: workspace)
      let named = Set(planning.selection.map(\.name))
      if let held = plan.held.first(where: { named.contains($0.name.text) }) { throw held.refusal }
      let release = ReleaseComponents(plan, notes: notes, context: context)
      // What is refused without a build need not wait for one.
      if verification.neighbours != .none {
        try build(release.preview(in: workspace), of: plan, in: workspace)
      }
      return Result(releases: plan, written: try write(release))
    }
  }

  private func build(
    _ preview: ReleaseComponents.Result,
    of plan: ReleasePlan,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    var state = try workspace.state(at: plan.tip)
    for made in preview.releases {
      try unifyingErrors(of: "component '\(made.component)'") {
        try verification.run(
          made.release,
          of: made.component,
          state: state,
          building: building,
          progress: context.progress,
          in: workspace
        )
        let log = try workspace.log(of: made.component, in: state)
        state = state.replacing(try log.adding(.release(made.release)), of: made.component)
      }
    }
  }
}
