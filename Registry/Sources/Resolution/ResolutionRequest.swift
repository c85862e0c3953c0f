package import Versioning

/// The input of a resolution: the app's pins, the releases, and the previous resolution.
///
/// Nothing in the answer depends on the order in which any of it is given.
package struct ResolutionRequest: Hashable, Sendable {
  /// As much of a release as resolution needs to know.
  package struct Release: Hashable, Sendable {
    package var version: SemanticVersion
    package var requirements: [ComponentName: VersionRequirement]
    /// A withdrawn release is only taken where ``ResolutionRequest/previous`` holds it.
    package var isYanked: Bool

    package init(
      _ version: SemanticVersion,
      requirements: [ComponentName: VersionRequirement] = [:],
      isYanked: Bool = false
    ) {
      self.version = version
      self.requirements = requirements
      self.isYanked = isYanked
    }
  }

  package var pins: [ComponentName: VersionRequirement]
  package var releases: [ComponentName: [Release]]
  /// What the last resolution chose, and what is chosen again as far as it fits.
  package var previous: [ComponentName: SemanticVersion]
  /// The components that are to move to their newest release that fits, whatever was chosen before.
  package var update: Set<ComponentName>
  /// The components that are built from the working tree: they have no version, meet every
  /// requirement, and their own dependencies ask for nothing.
  package var workingTree: Set<ComponentName>

  package init(
    pins: [ComponentName: VersionRequirement],
    releases: [ComponentName: [Release]],
    previous: [ComponentName: SemanticVersion] = [:],
    update: Set<ComponentName> = [],
    workingTree: Set<ComponentName> = []
  ) {
    self.pins = pins
    self.releases = releases
    self.previous = previous
    self.update = update
    self.workingTree = workingTree
  }

  /// Whether `release` of `component` may be chosen at all.
  func offers(_ release: Release, of component: ComponentName) -> Bool {
    !release.isYanked || previous[component] == release.version
  }
}
