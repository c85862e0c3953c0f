import Base
import Checks
import Git
import Model
import SemverRules
import Versions

/// The comparisons of the public interfaces of candidates, if requested.
///
/// A component is compared with the planned releases of its dependencies, so each comparison is known
/// only when the plan reaches it. But the results change versions and hardly ever files, so planning
/// as if nothing differed shows which comparisons are needed, and they are made together. Where one
/// finds a change that makes releases of dependents due, these are all shown by the next time.
struct PlannedInterfaces {
  /// `nil` if nothing is compared or built.
  private let checks: CandidateInspection?
  private let subjects: [ComponentName: ReleaseSubject]
  private let progress: @Sendable (OperationProgress) -> Void
  /// Whether what the plan needs is still to be compared, so that the plan is not final.
  private(set) var areProvisional: Bool
  private let findings: ReleaseFindings
  /// The states of components that were compared with others.
  private var compared: Set<ComponentLayout> = []
  /// The comparisons that the plan needs and that have no result yet.
  private var open: [ComparisonRequest] = []

  init(
    checks: CandidateInspection?,
    findings: ReleaseFindings,
    subjects: [ComponentName: ReleaseSubject],
    progress: @escaping @Sendable (OperationProgress) -> Void
  ) {
    (self.checks, self.findings) = (checks, findings)
    (self.subjects, self.progress) = (subjects, progress)
    areProvisional = checks?.comparing != nil
  }

  var areCompared: Bool { checks?.comparing != nil }

  /// Compares what the plan has needed so far.
  ///
  /// - Returns: Whether the plan was provisional, so that it has to be made again.
  mutating func compare(in workspace: borrowing Workspace) throws -> Bool {
    guard areProvisional else { return false }
    areProvisional = !open.isEmpty
    if let comparing = checks?.comparing, areProvisional {
      try comparing.prepare(open, in: workspace, progress: progress)
      // A refusal is a result too, for when the plan gets there.
      for request in open { _ = try? result(of: request, by: comparing, in: workspace) }
      open = []
    }
    return true
  }

  private func result(
    of request: ComparisonRequest,
    by comparing: any InterfaceComparing,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> InterfaceComparison {
    try findings.comparisons.answer(request) {
      try comparing.comparison(
        from: request.old,
        to: request.new,
        in: workspace,
        progress: progress
      )
    }
  }

  /// - Parameters:
  ///   - promise: The release that the candidate must be compatible with.
  ///   - baseline: That of a component that was never released and has changed since.
  ///   - state: The recorded releases, which an earlier release was built with.
  ///   - planned: The recorded and the planned releases.
  mutating func evidence(
    of candidate: ReleaseCandidate,
    since promise: Release?,
    or baseline: Baseline?,
    _ state: RegistryState,
    planned: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> InterfaceEvidence? {
    guard let checks else { return nil }
    guard !candidate.needsSubmodules,
      let checking: any PlatformChecking = checks.comparing ?? checks.building
    else { return .unchecked }
    let new = try candidate.layout(with: .newest, state: planned, in: workspace)
    guard let comparing = checks.comparing else {
      try checking.checkPlatforms(of: new, in: workspace)
      return .unchecked
    }
    let old =
      try promise.map { promise in
        try ComponentLayout(of: candidate.name, asReleased: promise, state: state, in: workspace)
      } ?? baseline.flatMap { try layout(of: candidate.name, at: $0, state, in: workspace) }
    let request = ComparisonRequest(from: old, to: new)
    let comparison: InterfaceComparison
    if areProvisional, findings.comparisons[request] == nil {
      // What cannot be built here is refused before anything is built, and not compared later.
      do {
        try comparing.checkPlatforms(of: new, in: workspace)
        open.append(request)
        comparison = .difference(InterfaceDifference())
      } catch {
        comparison = try findings.comparisons.answer(request) { throw error }
      }
    } else {
      compared.insert(new)
      comparison = try result(of: request, by: comparing, in: workspace)
    }
    return InterfaceEvidence(
      .compared(comparison),
      since: promise?.version ?? (old == nil ? nil : baseline?.version),
      accepted: checks.acceptedReasons[candidate.name] ?? checks.accepted
    )
  }

  /// The component as the commit of its baseline has it; `nil` if it was at another place, or no
  /// package yet.
  private func layout(
    of name: ComponentName,
    at baseline: Baseline,
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> ComponentLayout? {
    guard let root = try baseline.root(in: workspace.repository),
      let path = subjects[name]?.path,
      try workspace.content(of: path.appending(.packageManifest), in: root) != nil
    else { return nil }
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
    let layout = try candidate.layout(with: .newest, state: state, in: workspace)
    guard !areProvisional || compared.contains(layout) else {
      return taken.map { $0.exposed(.hidden) }
    }
    let exposed = try comparing.exposedModules(of: layout, in: workspace, progress: progress)
    return try taken.map { dependency in
      let modules = try modules(of: dependency.name, in: workspace)
      // A package without libraries has no public interface.
      let isExposed = exposed.map { !$0.isDisjoint(with: modules) } ?? false
      return dependency.exposed(isExposed ? .exposed : .hidden)
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
