import Model
package import Versions

/// A component whose last release requires one that is to be released.
package struct PlannedDependent: Hashable, Sendable {
  package let name: ComponentName
  /// Its last release.
  package let version: SemanticVersion
  package let requirement: VersionRequirement
  /// Whether the requirement allows the planned release.
  package let isMet: Bool
  /// Its own planned release; `nil` if there is none.
  package let next: SemanticVersion?
}

extension ReleasePlanning {
  /// The steps with their effects on dependents and the withdrawn releases that they replace.
  func reviewed(
    _ steps: [PlannedRelease],
    in workspace: borrowing Workspace
  ) throws -> [PlannedRelease] {
    try steps.map { step in
      var step = step
      step.dependents = dependents(on: step)
      let log = try workspace.log(of: step.name, in: start.state)
      let last = log.greatestAvailable?.version
      step.withdrawn = log.releases.map(\.version).filter { version in
        last.map { $0 < version } ?? true
      }.compactMap { log.yank(of: $0) }
      return step
    }
  }

  private func dependents(on step: PlannedRelease) -> [PlannedDependent] {
    subjects.values.compactMap { subject in
      guard let release = subject.release, let requirement = release.requires[step.name] else {
        return nil
      }
      return PlannedDependent(
        name: subject.name,
        version: release.version,
        requirement: requirement,
        isMet: requirement.contains(step.version) && !requirement.admitsIncompatible(step.version),
        next: planned[subject.name]
      )
    }.sorted { $0.name < $1.name }
  }
}
