import RegistryModel
import Versioning

/// The releases that a client can be given: none of them is withdrawn, and each of their
/// requirements is met by another one of them.
///
/// Conflicts between the requirements of several releases are not looked for.
struct ResolvableReleases {
  private let logs: [ComponentName: ReleaseLog]
  /// In the order of versions.
  private var available: [ComponentName: [Release]]
  private var answers: [ComponentName: [VersionRequirement: Bool]] = [:]

  /// - Parameter logs: What is required of a component without one counts as met.
  init(_ logs: [ComponentName: ReleaseLog]) {
    self.logs = logs
    available = logs.mapValues { log in
      log.releases.filter { log.yank(of: $0.version) == nil }
    }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (name, releases) in available {
        let left = releases.filter { unmet(by: $0) == nil }
        guard left.count < releases.count else { continue }
        available[name] = left
        answers[name] = nil
        isSettled = false
      }
    }
  }

  /// A release that can no longer be resolved, with the first of its requirements that cannot be
  /// met.
  struct Loss: Hashable {
    let component: ComponentName
    let version: SemanticVersion
    let dependency: ComponentName
    let requirement: VersionRequirement
  }

  /// The releases that are not withdrawn and cannot be resolved, by component and version.
  var losses: [Loss] {
    mutating get {
      var losses: [Loss] = []
      for (name, log) in logs.sorted(by: { $0.key < $1.key }) {
        let left = Set((available[name] ?? []).map(\.version))
        for release in log.releases
        where log.yank(of: release.version) == nil && !left.contains(release.version) {
          guard let (dependency, requirement) = unmet(by: release) else { continue }
          losses.append(
            Loss(
              component: name,
              version: release.version,
              dependency: dependency,
              requirement: requirement
            )
          )
        }
      }
      return losses
    }
  }

  private mutating func unmet(
    by release: Release
  ) -> (ComponentName, VersionRequirement)? {
    for (dependency, requirement) in release.requires.sorted(by: { $0.key < $1.key }) {
      if !isMet(requirement, by: dependency) { return (dependency, requirement) }
    }
    return nil
  }

  private mutating func isMet(_ requirement: VersionRequirement, by name: ComponentName) -> Bool {
    guard let releases = available[name] else { return true }
    if let answer = answers[name]?[requirement] { return answer }
    // Mostly it is one of the newest.
    let answer = releases.reversed().contains { requirement.contains($0.version) }
    answers[name, default: [:]][requirement] = answer
    return answer
  }
}
