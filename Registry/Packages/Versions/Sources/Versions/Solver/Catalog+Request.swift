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
      let isLetGo = request.update.contains(name)
      let yanked = (request.releases[name] ?? []).filter(\.isYanked).map(\.version)
      return Entry(
        name: name,
        candidates: candidates,
        pin: request.pins[name],
        preferred: isLetGo ? nil : previous,
        avoided: isLetGo && yanked.contains { $0 == request.previous[name] } ? previous : nil,
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
