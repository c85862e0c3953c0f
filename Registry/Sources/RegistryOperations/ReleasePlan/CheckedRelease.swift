import Git
import GitValues
import RegistryModel
import Versioning

/// A release of all that changed, planned and built before anything is written.
///
/// Both take long, so they come before the lock; if the branch has moved on when it is taken, they
/// come again. A component that cannot be released holds back those that need it, and no others.
package struct CheckedRelease: Sendable {
  package var planning: PlanReleases
  /// Whether nothing is released where something cannot be.
  package var isAllOrNothing: Bool
  package var notes: String?
  package var building: any ComponentBuilding
  package var verification: ReleaseVerification
  package var context: WriteContext

  package init(
    _ planning: PlanReleases,
    isAllOrNothing: Bool = false,
    notes: String? = nil,
    building: any ComponentBuilding,
    verification: ReleaseVerification,
    context: WriteContext = WriteContext()
  ) {
    self.planning = planning
    self.isAllOrNothing = isAllOrNothing
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
    try unifyingErrors { try context.keepInMemory(in: workspace) }
    return try attempt(in: workspace) { release throws(OperationError) in
      try release.preview(in: workspace)
    }
  }

  private func attempt(
    in workspace: borrowing Workspace,
    _ write: (ReleaseComponents) throws(OperationError) -> ReleaseComponents.Result
  ) throws(OperationError) -> Result {
    try Attempts.whileMoved(context) { () throws(OperationError) in
      let plan = try buildable(in: workspace)
      let release = ReleaseComponents(plan, notes: notes, context: context)
      return Result(releases: plan, written: try write(release))
    }
  }

  /// A plan all steps of which were built: what does not build is held like all else that cannot be
  /// released.
  private func buildable(in workspace: borrowing Workspace) throws(OperationError) -> ReleasePlan {
    var planning = planning
    var built: Set<ComponentName> = []
    var tip: ObjectID?
    while true {
      let plan = try planning.run(in: workspace)
      // What was built, or was not, was so at one commit.
      guard tip == nil || tip == plan.tip else {
        throw OperationError(.movedMeanwhile, "the branch has moved on from what was built")
      }
      tip = plan.tip
      try check(plan)
      guard verification.neighbours != .none else { return plan }
      // What is refused without a build need not wait for one.
      let preview = try ReleaseComponents(plan, notes: notes, context: context)
        .preview(in: workspace)
      let failures = try failures(of: preview, plan, except: &built, in: workspace)
      guard let first = failures.min(by: { $0.key < $1.key }) else { return plan }
      // A run that releases nothing is a failure, as that of one component is.
      if built.isEmpty { throw first.value }
      planning.refused.merge(failures) { $1 }
    }
  }

  private func check(_ plan: ReleasePlan) throws(OperationError) {
    let named = Set(planning.selection.map(\.name))
    let held = plan.held.first { isAllOrNothing || named.contains($0.name.text) }
    if let held { throw held.refusal }
  }

  /// Builds the releases that were not built before, and those alone whose dependencies did build.
  private func failures(
    of preview: ReleaseComponents.Result,
    _ plan: ReleasePlan,
    except built: inout Set<ComponentName>,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ComponentName: OperationError] {
    var state = try workspace.state(at: plan.tip)
    var failures: [ComponentName: OperationError] = [:]
    var unbuilt: Set<ComponentName> = []
    for made in preview.releases {
      let name = made.component
      guard unbuilt.isDisjoint(with: made.release.requires.keys) else {
        unbuilt.insert(name)
        continue
      }
      do throws(OperationError) {
        if !built.contains(name) {
          try unifyingErrors(of: "component '\(name)'") {
            try verification.run(
              made.release,
              of: name,
              state: state,
              building: building,
              progress: context.progress,
              in: workspace
            )
          }
          built.insert(name)
        }
        state = try unifyingErrors {
          let log = try workspace.log(of: name, in: state)
          return state.replacing(try log.adding(.release(made.release)), of: name)
        }
      } catch {
        guard error.isAboutOneComponent else { throw error }
        failures[name] = error
        unbuilt.insert(name)
      }
    }
    return failures
  }
}
