import BitCollections

/// A request with names and versions replaced by numbers, of all that its pins can reach.
///
/// Components are numbered in the order of their names and candidates in that of their versions, so
/// that whatever is decided by number is the same however the request was put together.
struct Catalog: Sendable {
  struct Requirement: Sendable {
    let component: Int
    let requirement: VersionRequirement
  }

  struct Candidate: Sendable {
    let version: SemanticVersion
    /// The requirements in the order of the components that they are on.
    let requirements: [Requirement]
  }

  struct Entry: Sendable {
    let name: ComponentName
    /// The candidates, oldest first; choice `n` of the component is the candidate at `n - 1`.
    var candidates: [Candidate]
    var pin: VersionRequirement?
    /// Whether it moves to the newest release that fits, before others stay where they are.
    let isUpdated: Bool
    /// The choice of the previous resolution.
    let preferred: Int?
    /// The choice of the previous resolution that is given up, and that nothing may choose again.
    let avoided: Int?
    /// The releases that resolution may not choose, for messages.
    let yanked: [SemanticVersion]
    /// Pre-releases that no requirement in the whole catalog names.
    let unnamedPrereleases: [SemanticVersion]

    /// The components that some candidate requires.
    let dependencies: [Int]
    /// Every choice, leaving out included.
    var all: ChoiceSet
    let hasPrereleases: Bool

    /// Returns the entry with one more candidate, newer than all others.
    func adding(_ candidate: Candidate, pin: VersionRequirement?) -> Entry {
      var entry = self
      entry.candidates.append(candidate)
      entry.pin = pin
      entry.all = ChoiceSet(0..<entry.choiceCount)
      return entry
    }

    var choiceCount: Int { candidates.count + 1 }

    var isPinnedExactly: Bool {
      if case .exact = pin { true } else { false }
    }

    /// Every choice but leaving out.
    var candidateChoices: ChoiceSet { ChoiceSet(1..<choiceCount) }

    func version(_ choice: Int) -> SemanticVersion {
      candidates[choice - 1].version
    }

    /// The candidates between the bounds of `requirement`, pre-releases included.
    func choices(within requirement: VersionRequirement) -> ChoiceSet {
      if let range = requirement.range {
        let lower = firstChoice { $0 >= range.lower }
        return ChoiceSet(lower..<max(lower, firstChoice { $0 >= range.upper }))
      }
      guard case .exact(let version) = requirement else {
        return ChoiceSet()
      }
      let lower = firstChoice { $0 >= version }
      return ChoiceSet(lower..<firstChoice { $0 > version })
    }

    func firstChoice(where isBehind: (SemanticVersion) -> Bool) -> Int {
      var low = 0
      var high = candidates.count
      while low < high {
        let middle = (low + high) / 2
        if isBehind(candidates[middle].version) { high = middle } else { low = middle + 1 }
      }
      return low + 1
    }
  }

  private(set) var entries: [Entry]
  /// The components, for each component, that have a candidate which requires it.
  let requirers: [[Int]]

  subscript(component: Int) -> Entry { entries[component] }

  /// Returns the catalog with one more candidate of a component, newer than all others, that
  /// requires what the newest requires but for one requirement.
  ///
  /// An exact pin of the component moves to it.
  func releasing(
    _ version: SemanticVersion,
    of component: Int,
    with changed: Requirement
  ) -> Catalog {
    let entry = entries[component]
    var requirements = entry.candidates.last?.requirements ?? []
    requirements = requirements.map { $0.component == changed.component ? changed : $0 }
    let candidate = Candidate(version: version, requirements: requirements)
    var catalog = self
    catalog.entries[component] = entry.adding(
      candidate,
      pin: entry.isPinnedExactly ? .exact(version) : entry.pin
    )
    return catalog
  }

  /// Returns the requirement on `other` of `choice` of `component`; `nil` if there is none.
  func requirement(of component: Int, at choice: Int, on other: Int) -> VersionRequirement? {
    guard choice != ChoiceSet.leftOut else { return nil }
    return entries[component].candidates[choice - 1].requirements
      .first { $0.component == other }?.requirement
  }
}

extension Catalog {
  init(_ request: ResolutionRequest) {
    let names = Self.reachable(in: request).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let offered = names.map { Self.offered(of: $0, in: request) }
    let named = Self.requirementsNamingPrereleases(
      onAnyOf: Set(
        zip(names, offered).filter { $1.contains(where: \.version.isPrerelease) }.map(\.0)
      ),
      offered: offered,
      pins: request.pins
    )
    let entries = zip(names, offered).map { name, releases in
      // What no requirement admits by itself, no combination of them admits either.
      let isNamed = { (version: SemanticVersion) in
        !version.isPrerelease || (named[name] ?? []).contains { $0.contains(version) }
      }
      let candidates = releases.filter { isNamed($0.version) }.map { release in
        var requirements = release.requirements.compactMap { on, requirement in
          numbers[on].map { Requirement(component: $0, requirement: requirement) }
        }
        requirements.sort { $0.component < $1.component }
        return Candidate(version: release.version, requirements: requirements)
      }
      let choiceCount = candidates.count + 1
      // So few that a look at each is shorter than a hash.
      var dependencies: [Int] = []
      for requirement in candidates.lazy.flatMap(\.requirements)
      where !dependencies.contains(requirement.component) {
        dependencies.append(requirement.component)
      }
      let previous = request.previous[name].flatMap { version in
        candidates.firstIndex { $0.version == version }.map { $0 + 1 }
      }
      let isUpdated = request.update.contains(name)
      let yanked = (request.releases[name] ?? []).filter(\.isYanked).map(\.version)
      return Entry(
        name: name,
        candidates: candidates,
        pin: request.pins[name],
        isUpdated: isUpdated,
        preferred: isUpdated ? nil : previous,
        avoided: isUpdated && yanked.contains { $0 == request.previous[name] } ? previous : nil,
        yanked: yanked.filter { $0 != request.previous[name] }.sorted(),
        unnamedPrereleases: releases.map(\.version).filter { !isNamed($0) },
        dependencies: dependencies.sorted(),
        all: ChoiceSet(0..<choiceCount),
        hasPrereleases: candidates.contains(where: \.version.isPrerelease)
      )
    }
    self.init(entries: entries, requirers: Self.requirers(among: entries))
  }

  /// The components that the pins can lead to, those of the working tree left out.
  private static func reachable(in request: ResolutionRequest) -> Set<ComponentName> {
    var reached = Set(request.pins.keys).subtracting(request.workingTree)
    var waiting = Array(reached)
    while let name = waiting.popLast() {
      for release in request.releases[name] ?? [] where request.offers(release, of: name) {
        for other in release.requirements.keys where !request.workingTree.contains(other) {
          if reached.insert(other).inserted { waiting.append(other) }
        }
      }
    }
    return reached
  }

  /// The releases that may be chosen, oldest first and each version once.
  private static func offered(
    of name: ComponentName,
    in request: ResolutionRequest
  ) -> [ResolutionRequest.Release] {
    let releases = (request.releases[name] ?? []).filter { request.offers($0, of: name) }
    var sorted: [ResolutionRequest.Release] = []
    for release in releases.sorted(by: { $0.version < $1.version })
    where sorted.last?.version != release.version {
      sorted.append(release)
    }
    return sorted
  }

  private static func requirementsNamingPrereleases(
    onAnyOf names: Set<ComponentName>,
    offered: [[ResolutionRequest.Release]],
    pins: [ComponentName: VersionRequirement]
  ) -> [ComponentName: Set<VersionRequirement>] {
    var found: [ComponentName: Set<VersionRequirement>] = [:]
    guard !names.isEmpty else { return found }
    for requirements in [pins] + offered.joined().map(\.requirements) {
      for (name, requirement) in requirements where names.contains(name) {
        if requirement.namedVersions.contains(where: \.isPrerelease) {
          found[name, default: []].insert(requirement)
        }
      }
    }
    return found
  }

  private static func requirers(among entries: [Entry]) -> [[Int]] {
    var requirers = Array(repeating: [Int](), count: entries.count)
    for (component, entry) in entries.enumerated() {
      for other in entry.dependencies { requirers[other].append(component) }
    }
    return requirers
  }
}

/// A set of choices for one component: leaving it out, or one of its candidates.
///
/// Choice 0 leaves the component out; choice `n` takes its `n`th candidate, oldest first.
typealias ChoiceSet = BitSet

extension ChoiceSet {
  static let leftOut = 0
}
