import Git
import RegistryModel
import Versioning

/// A bump whose version was held against the public interface, and whose release was built, before
/// anything is written.
///
/// Both take long, so they come before the lock; if the branch has moved on from what they looked at
/// when it is taken, they look again.
package struct CheckedBump: Sendable {
  package var bump: Bump
  /// Nothing where the interface is not to be looked at.
  package var comparing: (any InterfaceComparing)?
  package var building: any ComponentBuilding
  package var verification: ReleaseVerification
  /// Why breakages are taken for compatible.
  package var accepted: String?

  package init(
    _ bump: Bump,
    comparing: (any InterfaceComparing)?,
    building: any ComponentBuilding,
    verification: ReleaseVerification,
    accepted: String? = nil
  ) {
    self.bump = bump
    self.comparing = comparing
    self.building = building
    self.verification = verification
    self.accepted = accepted
  }

  /// Does it, or throws and leaves everything as it was.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Bump.Result {
    try Attempts.whileMoved(bump.context) { () throws(OperationError) in
      try checked(in: workspace).run(in: workspace)
    }
  }

  /// What ``run(in:)`` would write now; all is looked at, and nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Bump.Result {
    try Attempts.whileMoved(bump.context) { () throws(OperationError) in
      try checked(in: workspace).preview(in: workspace)
    }
  }

  /// The bump with all that there is to know for it, or the reason against it.
  private func checked(in workspace: borrowing Workspace) throws(OperationError) -> Bump {
    var checked = bump
    if let comparing {
      let planned = try bump.survey(in: workspace)
      // It was released before, and what was found out then stands in its record.
      guard planned.plan != nil else { return bump }
      checked.evidence = try unifyingErrors(of: "component '\(planned.component)'") {
        try evidence(about: planned, by: comparing, in: workspace)
      }
    } else {
      checked.evidence = .unchecked
    }
    // What is refused without a build need not wait for one.
    if verification.neighbours != .none { try build(checked.survey(in: workspace), in: workspace) }
    return checked
  }

  private func build(
    _ planned: Bump.Result,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    guard planned.plan != nil else { return }
    try unifyingErrors(of: "component '\(planned.component)'") {
      try verification.run(
        planned.release,
        of: planned.component,
        state: workspace.writeBase(forTags: false).state,
        building: building,
        progress: bump.context.progress,
        in: workspace
      )
    }
  }

  private func evidence(
    about planned: Bump.Result,
    by comparing: any InterfaceComparing,
    in workspace: borrowing Workspace
  ) throws -> InterfaceEvidence {
    let (name, release) = (planned.component, planned.release)
    let state = try workspace.writeBase(forTags: false).state
    let log = try workspace.log(of: name, in: state)
    let previous =
      bump.version == .leastHonest ? log.lastPromise : log.promise(before: release.version)
    let old = try previous.map { previous in
      try ComponentLayout(of: name, asReleased: previous, state: state, in: workspace)
    }
    let comparison = try comparing.comparison(
      from: old,
      to: ComponentLayout(of: name, release, with: .newest, state: state, in: workspace),
      in: workspace,
      progress: bump.context.progress
    )
    return InterfaceEvidence(
      .compared(comparison),
      of: release,
      since: previous?.version,
      accepted: accepted
    )
  }
}
