import Model
import Versions

/// A component whose repository may lack releases, since it could not be mirrored.
struct LackingComponent: Sendable {
  /// `nil` if it cannot be read.
  let log: ReleaseLog?
  /// The versions that clients can choose all the same.
  let offered: Set<SemanticVersion>

  /// Whether a client would find the requirement unmet until the component is mirrored.
  func lacks(_ requirement: VersionRequirement) -> Bool {
    if offered.contains(where: requirement.contains) { return false }
    guard let log else { return true }
    return log.releases.contains { release in
      log.yank(of: release.version) == nil && requirement.contains(release.version)
    }
  }
}
