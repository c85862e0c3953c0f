import Git
import GitValues
import RegistryModel
import Versioning

/// A bump whose version was checked against the public interface, and whose release was built, before
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
    try unifyingErrors { try bump.context.keepInMemory(in: workspace) }
    return try Attempts.whileMoved(bump.context) { () throws(OperationError) in
      try checked(in: workspace).preview(in: workspace)
    }
  }

  /// The bump with all that there is to know for it, bound to the commit that was compared and built;
  /// or the reason against it.
  private func checked(in workspace: borrowing Workspace) throws(OperationError) -> Bump {
    var checked = bump
    checked.evidence = .unchecked
    if let comparing {
      guard let subject = try subject(in: workspace) else { return bump }
      checked.evidence = try unifyingErrors(of: "component '\(subject.name)'") {
        try evidence(about: subject, by: comparing, in: workspace)
      }
      checked.tip = subject.tip
    }
    guard verification.neighbours != .none else { return checked }
    // What is refused without a build need not wait for one.
    let planned = try checked.survey(in: workspace)
    guard planned.plan != nil else { return checked }
    try build(planned, in: workspace)
    checked.tip = planned.tip
    return checked
  }

  /// What is compared: a component as it will be released.
  private struct Subject {
    let name: ComponentName
    let layout: ComponentLayout
    /// The release whose promises it has to keep.
    let previous: Release?
    let state: RegistryState
    let tip: ObjectID
  }

  /// - Returns: Nothing if it was released before, and what was found out then is in its record.
  private func subject(in workspace: borrowing Workspace) throws(OperationError) -> Subject? {
    // The version follows from the comparison, so nothing is checked yet that depends on it.
    if bump.version == .leastHonest {
      let candidate = try bump.candidate(in: workspace)
      return try unifyingErrors(of: "component '\(candidate.name)'") {
        let state = try workspace.state(at: candidate.tip)
        return Subject(
          name: candidate.name,
          layout: try candidate.layout(with: .newest, state: state, in: workspace),
          previous: candidate.log.lastPromise,
          state: state,
          tip: candidate.tip
        )
      }
    }
    let planned = try bump.survey(in: workspace)
    guard planned.plan != nil else { return nil }
    let (name, release) = (planned.component, planned.release)
    return try unifyingErrors(of: "component '\(name)'") {
      let state = try workspace.state(at: planned.tip)
      return Subject(
        name: name,
        layout: try ComponentLayout(of: name, release, with: .newest, state: state, in: workspace),
        previous: try workspace.log(of: name, in: state).promise(before: release.version),
        state: state,
        tip: planned.tip
      )
    }
  }

  private func evidence(
    about subject: Subject,
    by comparing: any InterfaceComparing,
    in workspace: borrowing Workspace
  ) throws -> InterfaceEvidence {
    let old = try subject.previous.map { previous in
      try ComponentLayout(
        of: subject.name,
        asReleased: previous,
        state: subject.state,
        in: workspace
      )
    }
    let comparison = try comparing.comparison(
      from: old,
      to: subject.layout,
      in: workspace,
      progress: bump.context.progress
    )
    return InterfaceEvidence(
      .compared(comparison),
      since: subject.previous?.version,
      accepted: accepted
    )
  }

  private func build(
    _ planned: Bump.Result,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    try unifyingErrors(of: "component '\(planned.component)'") {
      try verification.run(
        planned.release,
        of: planned.component,
        state: workspace.state(at: planned.tip),
        building: building,
        progress: bump.context.progress,
        in: workspace
      )
    }
  }
}
