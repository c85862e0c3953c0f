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
  /// The components that are to move to their newest release that fits the pins, whatever was chosen
  /// before.
  ///
  /// Others move only where that release needs it.
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

extension ResolutionRequest {
  /// The one version of each component that the pins need, directly or through others.
  ///
  /// What is to be updated is chosen first, the newest that fits. What was chosen before is chosen
  /// again as far as it fits, and of the rest the newest that fits: no component's version could be raised without lowering another's or leaving what was
  /// chosen before. Where pre-releases are involved the answer meets every requirement, but there
  /// may be such a version: one more requirement may admit what was not admitted before.
  public func resolved() throws(ResolutionError) -> [ComponentName: SemanticVersion] {
    let catalog = Catalog(self)
    try refuseYankedPins(catalog)
    var solver = Solver(catalog, Question(catalog))
    switch solver.solve() {
    case .solved(let choices):
      var versions: [ComponentName: SemanticVersion] = [:]
      for (entry, choice) in zip(catalog.entries, choices) where choice != ChoiceSet.leftOut {
        versions[entry.name] = entry.version(choice)
      }
      return versions
    case .failed(let conclusion):
      throw Proof(solver, conclusion).narrowed.error
    }
  }

  private func refuseYankedPins(_ catalog: Catalog) throws(ResolutionError) {
    for (component, entry) in catalog.entries.enumerated() {
      guard case .exact(let version) = entry.pin, entry.yanked.contains(version) else { continue }
      throw ResolutionError(
        message: "pin '\(entry.name) \(version)' names a withdrawn release",
        reasons: [],
        help: Remedies(catalog: catalog, pins: [component]).help(),
        pins: [entry.name]
      )
    }
  }
}

/// Why a request has no answer, and what would give it one.
public struct ResolutionError: Error, Hashable, Sendable {
  /// A lower-case fragment that names the pins in single quotes.
  public let message: String
  /// What leads there, one sentence each, in the order in which they follow; they refer to each
  /// other by their numbers, from 1.
  public let reasons: [String]
  /// What the person can do, where there is something; all that is said here was tried.
  public let help: String?
  /// The pins that cannot be met together, whatever other pins there are.
  public let pins: [ComponentName]
}
