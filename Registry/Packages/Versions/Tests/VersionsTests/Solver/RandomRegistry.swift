import Versions

/// Small registries in which most of what can go wrong does.
struct RandomRegistry {
  private var generator: SplitMix
  private let names: [ComponentName]
  private let versions: [SemanticVersion]

  init(seed: UInt64, hasPrereleases: Bool) throws {
    generator = SplitMix(seed: seed)
    names = try ["A", "B", "C", "D", "E"].map { try ComponentName($0) }
    let texts = ["1.0.0", "1.0.1", "1.1.0", "2.0.0", "2.1.0"]
    let prereleases = ["1.0.0-a", "1.1.0-a", "1.1.0-b", "2.0.0-a", "2.0.0-b"]
    versions = try (hasPrereleases ? texts + prereleases : texts).map { try SemanticVersion($0) }
  }

  mutating func request() -> ResolutionRequest {
    var request = ResolutionRequest(pins: [:], releases: [:])
    let count = Int.random(in: 2...names.count, using: &generator)
    for name in names.prefix(count) {
      let versions = versions.shuffled(using: &generator)
        .prefix(Int.random(in: 0...4, using: &generator))
      request.releases[name] = versions.map { release($0, among: count) }
      if one(in: 2) { request.pins[name] = requirement() }
      if one(in: 3) { request.previous[name] = versions.first }
      if one(in: 8) { request.update.insert(name) }
      if one(in: 12) { request.workingTree.insert(name) }
    }
    return request
  }

  mutating func shuffled(_ request: ResolutionRequest) -> ResolutionRequest {
    var shuffled = ResolutionRequest(pins: [:], releases: [:])
    for name in names.shuffled(using: &generator) {
      shuffled.releases[name] = request.releases[name]?.shuffled(using: &generator)
      shuffled.pins[name] = request.pins[name]
      shuffled.previous[name] = request.previous[name]
    }
    shuffled.update = request.update
    shuffled.workingTree = request.workingTree
    return shuffled
  }

  private mutating func release(
    _ version: SemanticVersion,
    among count: Int
  ) -> ResolutionRequest.Release {
    var requirements: [ComponentName: VersionRequirement] = [:]
    for name in names.prefix(count) where one(in: 3) { requirements[name] = requirement() }
    return .init(version, requirements: requirements, isYanked: one(in: 8))
  }

  private mutating func requirement() -> VersionRequirement {
    let lower = versions[Int.random(in: 0..<versions.count, using: &generator)]
    let upper = versions[Int.random(in: 0..<versions.count, using: &generator)]
    return switch Int.random(in: 0..<6, using: &generator) {
    case 0: .exact(lower)
    case 1, 2: .from(lower)
    case 3: .upToNextMinor(from: lower)
    case 4: .range(from: min(lower, upper), to: max(lower, upper))
    default: .closedRange(from: min(lower, upper), through: max(lower, upper))
    }
  }

  private mutating func one(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &generator) == 0
  }
}
