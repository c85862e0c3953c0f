import APICompatibility
import Git
import RegistryModel
import Versioning

/// Looks at the public interfaces of releases that are planned, as far as somebody wants to.
struct PlannedInterfaces {
  /// With the releases that were planned before.
  let state: RegistryState
  let subjects: [ComponentName: ReleaseSubject]
  /// Nothing where they are not to be compared.
  let comparing: (any InterfaceComparing)?
  let progress: @Sendable (String) -> Void

  func evidence(
    of candidate: ReleaseCandidate,
    since promise: Release?,
    in workspace: borrowing Workspace
  ) throws -> InterfaceEvidence {
    guard let comparing else { return InterfaceEvidence(.unchecked, since: promise?.version) }
    let old = try promise.map { promise in
      try ComponentLayout(of: candidate.name, asReleased: promise, state: state, in: workspace)
    }
    let comparison = try comparing.comparison(
      from: old,
      to: candidate.layout(with: .newest, state: state, in: workspace),
      in: workspace,
      progress: progress
    )
    return InterfaceEvidence(.compared(comparison), since: promise?.version)
  }

  /// The dependencies, with whether the dependent's public interface has types of theirs.
  func exposures(
    of taken: [TakenDependency],
    in candidate: ReleaseCandidate,
    _ workspace: borrowing Workspace
  ) throws -> [TakenDependency] {
    guard let comparing, !taken.isEmpty else { return taken }
    let exposed = try comparing.exposedModules(
      of: candidate.layout(with: .newest, state: state, in: workspace),
      in: workspace,
      progress: progress
    )
    return try taken.map { dependency in
      let modules = try modules(of: dependency.name, in: workspace)
      // What is no library is nobody's interface.
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
