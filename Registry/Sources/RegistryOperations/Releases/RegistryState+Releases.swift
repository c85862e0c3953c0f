package import RegistryModel
package import Versioning

extension ReleaseLog {
  /// The release that a component stands at: the greatest on the line of the version that its
  /// manifest entry has, since a maintenance branch keeps that entry as it was.
  package func currentRelease(of component: Component) -> Release? {
    guard let version = component.version else { return releases.last }
    return releases.last { $0.version.isOnLine(of: version) } ?? releases.last
  }
}

extension SemanticVersion {
  /// Whether major and minor are the same.
  package func isOnLine(of other: SemanticVersion) -> Bool {
    major == other.major && minor == other.minor
  }
}

/// The name of a release's tag.
package func releaseTag(_ component: ComponentName, _ version: SemanticVersion) -> String {
  "\(component)/\(version)"
}
