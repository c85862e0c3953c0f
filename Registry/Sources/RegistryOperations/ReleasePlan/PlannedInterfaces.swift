import APICompatibility
import Git
import RegistryModel
import Versioning

/// Looks at the public interfaces of releases that are planned, as far as somebody wants to.
struct PlannedInterfaces {
  /// With the releases that were planned before.
  let state: RegistryState
  let subjects: [ComponentName: ReleaseSubject]
  let tip: ObjectID
  /// Nothing where they are not to be compared.
  let comparing: (any InterfaceComparing)?
  let progress: @Sendable (String) -> Void

  /// The next release of a component, as far as it is known before its version.
  func candidate(
    _ subject: ReleaseSubject,
    _ requires: [ComponentName: VersionRequirement]
  ) throws -> Release {
    Release(
      version: SemanticVersion(0, 0, 0),
      tree: try ObjectName(subject.tree?.hex ?? ""),
      source: try ObjectName(tip.hex),
      date: try RecordDate(secondsSince1970: Int(WriteContext.systemClock().seconds)),
      archive: try ArchiveChecksum(hexadecimal: String(repeating: "0", count: 64)),
      requires: requires
    )
  }

  func evidence(
    of name: ComponentName,
    _ release: Release,
    since promise: Release?,
    in workspace: borrowing Workspace
  ) throws -> InterfaceEvidence {
    guard let comparing else {
      return InterfaceEvidence(.unchecked, of: release, since: promise?.version)
    }
    let old = try promise.map { promise in
      try ComponentLayout(of: name, asReleased: promise, state: state, in: workspace)
    }
    let comparison = try comparing.comparison(
      from: old,
      to: layout(of: name, release, in: workspace),
      in: workspace,
      progress: progress
    )
    return InterfaceEvidence(.compared(comparison), of: release, since: promise?.version)
  }

  /// The dependencies, with whether the dependent's public interface has types of theirs.
  func exposures(
    of taken: [TakenDependency],
    in name: ComponentName,
    _ release: Release,
    _ workspace: borrowing Workspace
  ) throws -> [TakenDependency] {
    guard let comparing, !taken.isEmpty else { return taken }
    let exposed = try comparing.exposedModules(
      of: layout(of: name, release, in: workspace),
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

  private func layout(
    of name: ComponentName,
    _ release: Release,
    in workspace: borrowing Workspace
  ) throws -> ComponentLayout {
    try ComponentLayout(of: name, release, with: .newest, state: state, in: workspace)
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
