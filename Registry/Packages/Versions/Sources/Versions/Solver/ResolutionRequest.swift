/// The input of a resolution: the app's pins, the releases, and the previous resolution.
///
/// Nothing in the answer depends on the order in which any of it is given.
public struct ResolutionRequest: Hashable, Sendable {
  /// The part of a release that resolution needs to know.
  public struct Release: Hashable, Sendable {
    /// The version; of several releases with equal ones, one counts.
    public var version: SemanticVersion
    /// The requirements on other components, by the components' names.
    public var requirements: [ComponentName: VersionRequirement]
    /// Whether the release is withdrawn: it is only chosen if ``ResolutionRequest/previous`` names
    /// it.
    public var isYanked: Bool

    /// Creates a release, which by default requires nothing and is not withdrawn.
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

  /// The requirement on each component that the app pins.
  public var pins: [ComponentName: VersionRequirement]
  /// The releases of each component, in any order.
  public var releases: [ComponentName: [Release]]
  /// The versions of the last resolution, which are chosen again as far as they fit.
  public var previous: [ComponentName: SemanticVersion]
  /// The components that are to move to their newest release that fits the pins, whatever was chosen
  /// before.
  ///
  /// Others move only where that release needs it.
  public var update: Set<ComponentName>
  /// The components that are built from the working tree: they have no version, meet every
  /// requirement, and their own dependencies ask for nothing.
  public var workingTree: Set<ComponentName>

  /// Creates a request, by default without a previous resolution.
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
  /// Returns the one version of each component that the pins need, directly or through others.
  ///
  /// ```swift
  /// let sauce = try ComponentName(parsing: "Sauce")
  /// let request = try ResolutionRequest(
  ///   pins: [sauce: VersionRequirement(parsing: "from 1.0.0")],
  ///   releases: [sauce: [.init(SemanticVersion(parsing: "1.2.0"))]]
  /// )
  /// let versions = try request.resolved()
  /// ```
  ///
  /// The components to update are decided first, each at the newest release that fits. Of the
  /// others, the previous release is chosen again if it fits, else the newest that fits: no
  /// component's version could be raised without lowering another's or leaving a previous choice.
  /// With pre-releases, the answer meets every requirement, but there may be such a version: one
  /// more requirement may admit what was not admitted before.
  ///
  /// - Throws: ``ResolutionError`` if the pins conflict, or if one of them names a withdrawn
  ///   release.
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

/// The reason why a request has no answer, with the changes that would give it one.
public struct ResolutionError: Error, Hashable, Sendable {
  /// The message: a lower-case fragment that names the pins in single quotes.
  public let message: String
  /// The derivation of the conflict, one sentence for each step, in the order in which they follow;
  /// they refer to each other by their numbers, from 1.
  public let reasons: [String]
  /// The changes that resolve the conflict, each of which was tried; `nil` if there are none.
  public let help: String?
  /// The names of the pins that cannot be met together, whatever other pins there are.
  public let pins: [ComponentName]
}
