/// The input of a resolution: the app's pins, the releases, and the previous resolution.
///
/// Nothing in the answer depends on the order in which any of it is given.
public struct ResolutionRequest: Hashable, Sendable {
  /// As much of a release as resolution needs to know.
  public struct Release: Hashable, Sendable {
    public var version: SemanticVersion
    public var requirements: [ComponentName: VersionRequirement]
    /// A withdrawn release is only taken where ``ResolutionRequest/previous`` holds it.
    public var isYanked: Bool

    public init(
      _ version: SemanticVersion,
      requirements: [ComponentName: VersionRequirement] = [:],
      isYanked: Bool = false
    ) {
      self.version = version
      self.requirements = requirements
      self.isYanked = isYanked
    }
  }

  public var pins: [ComponentName: VersionRequirement]
  public var releases: [ComponentName: [Release]]
  /// What the last resolution chose, and what is chosen again as far as it fits.
  public var previous: [ComponentName: SemanticVersion]
  /// The components that are to move to their newest release that fits, whatever was chosen before.
  public var update: Set<ComponentName>
  /// The components that are built from the working tree: they have no version, meet every
  /// requirement, and their own dependencies ask for nothing.
  public var workingTree: Set<ComponentName>

  public init(
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
