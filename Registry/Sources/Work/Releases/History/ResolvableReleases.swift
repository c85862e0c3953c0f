package import Model
package import Versions

/// The releases that clients can resolve: none of them is withdrawn, and each of their requirements
/// is met by another one of them.
///
/// Conflicts between the requirements of several releases are not considered.
package struct ResolvableReleases {
  private let logs: [ComponentName: ReleaseLog]
  /// The releases that are withdrawn, or cannot be resolved.
  private var lost: [ComponentName: Set<SemanticVersion>]
  private var answers: [ComponentName: [VersionRequirement: Bool]] = [:]

  /// - Parameter logs: What is required of a component without one counts as met.
  package init(_ logs: [ComponentName: ReleaseLog]) {
    self.logs = logs
    lost = logs.mapValues { log in
      Set(log.releases.lazy.map(\.version).filter { log.yank(of: $0) != nil })
    }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (name, log) in logs {
        let gone = available(log, of: name).filter { unmet(by: $0) != nil }
        guard !gone.isEmpty else { continue }
        lost[name, default: []].formUnion(gone.map(\.version))
        answers[name] = nil
        isSettled = false
      }
    }
  }

  /// A release that can no longer be resolved, with the first of its requirements that cannot be
  /// met.
  package struct Loss: Hashable {
    /// The component of the release.
    package let component: ComponentName
    /// The version of the release.
    package let version: SemanticVersion
    /// The component that it requires, and of which no release fits.
    package let dependency: ComponentName
    package let requirement: VersionRequirement
    /// The component whose withdrawn releases are the reason, perhaps through others.
    package let cause: ComponentName
  }

  /// The releases that are not withdrawn and cannot be resolved, by component and version.
  package var losses: [Loss] {
    mutating get {
      var losses: [Loss] = []
      for (name, log) in logs.sorted(by: { $0.key < $1.key }) {
        for release in log.releases where isLost(release, of: name) {
          guard log.yank(of: release.version) == nil else { continue }
          guard let (dependency, requirement) = unmet(by: release) else { continue }
          losses.append(
            Loss(
              component: name,
              version: release.version,
              dependency: dependency,
              requirement: requirement,
              cause: cause(of: release) ?? dependency
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

  /// The component all of whose releases that are needed are withdrawn.
  private mutating func cause(of release: Release) -> ComponentName? {
    var (release, seen): (Release, Set<ComponentName>) = (release, [])
    while let (name, requirement) = unmet(by: release), seen.insert(name).inserted {
      let matching = logs[name]?.releases.last { other in
        requirement.contains(other.version) && logs[name]?.yank(of: other.version) == nil
      }
      guard let matching else { return name }
      release = matching
    }
    return nil
  }

  private mutating func isMet(_ requirement: VersionRequirement, by name: ComponentName) -> Bool {
    guard let log = logs[name] else { return true }
    if let answer = answers[name]?[requirement] { return answer }
    // Mostly it is one of the newest.
    let answer = log.releases.reversed().contains { release in
      requirement.contains(release.version) && !isLost(release, of: name)
    }
    answers[name, default: [:]][requirement] = answer
    return answer
  }

  private func available(_ log: ReleaseLog, of name: ComponentName) -> [Release] {
    log.releases.filter { !isLost($0, of: name) }
  }

  private func isLost(_ release: Release, of name: ComponentName) -> Bool {
    lost[name]?.contains(release.version) ?? false
  }
}

extension RequirementStyle {
  /// The requirement that a release records for a dependency at `version` if the manifest has none.
  func requirement(on version: SemanticVersion) -> VersionRequirement {
    switch self {
    case .compatible: .compatible(with: version)
    case .from: .from(version.withoutBuildMetadata)
    }
  }

  /// Whether a recorded requirement is to be replaced by that, although it admits `version`.
  func replaces(_ recorded: VersionRequirement, admitting version: SemanticVersion) -> Bool {
    self == .compatible && recorded.admitsIncompatible(version)
  }
}

extension VersionRequirement {
  /// All versions that are compatible with one.
  ///
  /// Below 1.0.0 a minor release may be incompatible, and `from` would admit it.
  static func compatible(with version: SemanticVersion) -> VersionRequirement {
    let version = version.withoutBuildMetadata
    return version.major == 0 ? .upToNextMinor(from: version) : .from(version)
  }

  /// Whether the requirement admits `version` although it may be incompatible with the lowest
  /// version that it names: below 1.0.0, a later minor version.
  func admitsIncompatible(_ version: SemanticVersion) -> Bool {
    guard contains(version), version.major == 0, let lowest = namedVersions.first else {
      return false
    }
    return lowest.major == 0 && lowest.minor < version.minor
  }

  /// The same requirement from a version on that it contains.
  func raised(to version: SemanticVersion) -> VersionRequirement {
    guard contains(version), let lowest = namedVersions.first, lowest < version else { return self }
    return switch self {
    case .exact: self
    case .from: .from(version)
    case .upToNextMinor: .upToNextMinor(from: version)
    case .range(_, let upper): .range(from: version, to: upper)
    case .closedRange(_, let upper): .closedRange(from: version, through: upper)
    }
  }
}
