import APICompatibility
import Errors
import Git
import Interfaces
import RegistryModel
import Versioning
import Workspace

/// Compares the public interfaces of candidates, if requested.
struct PlannedInterfaces {
  /// `nil` if nothing is compared or built.
  var checks: CandidateInspection?
  let subjects: [ComponentName: ReleaseSubject]
  let progress: @Sendable (String) -> Void

  /// - Parameters:
  ///   - promise: The release that the candidate must be compatible with.
  ///   - baseline: That of a component that was never released and has changed since.
  ///   - state: The recorded releases, which an earlier release was built with.
  ///   - planned: The recorded and the planned releases.
  func evidence(
    of candidate: ReleaseCandidate,
    since promise: Release?,
    or baseline: Baseline?,
    _ state: RegistryState,
    planned: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> InterfaceEvidence? {
    guard let checks else { return nil }
    try checkPlatforms(of: candidate, checks, planned, in: workspace)
    guard let comparing = checks.comparing, !candidate.needsSubmodules else { return .unchecked }
    let old =
      try promise.map { promise in
        try ComponentLayout(of: candidate.name, asReleased: promise, state: state, in: workspace)
      } ?? baseline.flatMap { try layout(of: candidate.name, at: $0, state, in: workspace) }
    let comparison = try comparing.comparison(
      from: old,
      to: candidate.layout(with: .newest, state: planned, in: workspace),
      in: workspace,
      progress: progress
    )
    return InterfaceEvidence(
      .compared(comparison),
      since: promise?.version ?? (old == nil ? nil : baseline?.version),
      accepted: checks.acceptedReasons[candidate.name] ?? checks.accepted
    )
  }

  /// What cannot be built here is refused before anything is built.
  private func checkPlatforms(
    of candidate: ReleaseCandidate,
    _ checks: CandidateInspection,
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    guard !candidate.needsSubmodules,
      let checking: any PlatformChecking = checks.comparing ?? checks.building
    else { return }
    try checking.checkPlatforms(
      of: candidate.layout(with: .newest, state: state, in: workspace),
      in: workspace
    )
  }

  /// The component as the commit of its baseline has it; `nil` if it was at another place.
  private func layout(
    of name: ComponentName,
    at baseline: Baseline,
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> ComponentLayout? {
    guard let root = try baseline.root(in: workspace.repository) else { return nil }
    do {
      return try ComponentLayout(of: name, at: root, state: state, in: workspace)
    } catch let error as OperationError where error.code == .notAFolder {
      return nil
    }
  }

  /// The dependencies, each with whether the dependent's public interface uses its types.
  func exposures(
    of taken: [TakenDependency],
    in candidate: ReleaseCandidate,
    _ state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> [TakenDependency] {
    guard let comparing = checks?.comparing, !taken.isEmpty, !candidate.needsSubmodules else {
      return taken
    }
    let exposed = try comparing.exposedModules(
      of: candidate.layout(with: .newest, state: state, in: workspace),
      in: workspace,
      progress: progress
    )
    return try taken.map { dependency in
      let modules = try modules(of: dependency.name, in: workspace)
      // A package without libraries has no public interface.
      let isExposed = exposed.map { !$0.isDisjoint(with: modules) } ?? false
      return TakenDependency(
        name: dependency.name,
        version: dependency.version,
        recorded: dependency.recorded,
        exposure: isExposed ? .exposed : .hidden
      )
    }
  }

  private func modules(
    of name: ComponentName,
    in workspace: borrowing Workspace
  ) throws -> Set<String> {
    guard let subject = subjects[name], let tree = subject.tree,
      let manifest = try workspace.packageManifest(in: tree, at: subject.component.path)
    else { return [] }
    return Set(LibraryProducts(manifest).modules)
  }
}
