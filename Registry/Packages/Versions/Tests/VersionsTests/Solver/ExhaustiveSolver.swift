import Versions

/// Every answer that there is, found by trying them all: what the solver is held against.
struct ExhaustiveSolver {
  typealias Answer = [ComponentName: SemanticVersion]

  private let request: ResolutionRequest
  private(set) var answers: [Answer] = []

  init(_ request: ResolutionRequest) {
    self.request = request
    search([:])
  }

  /// Whether no answer has a better version of some component that both have, and a worse one of
  /// none.
  func isUndominated(_ answer: Answer) -> Bool {
    !answers.contains { other in
      let common = answer.keys.filter { other[$0] != nil }
      return common.contains { isBetter(other[$0], than: answer[$0], of: $0) }
        && !common.contains { isBetter(answer[$0], than: other[$0], of: $0) }
    }
  }

  private func isBetter(
    _ version: SemanticVersion?,
    than other: SemanticVersion?,
    of name: ComponentName
  ) -> Bool {
    guard let version, let other, version != other else { return false }
    if !request.update.contains(name), let previous = request.previous[name] {
      if version == previous || other == previous { return version == previous }
    }
    return version > other
  }

  private mutating func search(_ chosen: Answer) {
    guard let next = requirements(chosen).keys.filter({ chosen[$0] == nil }).min() else {
      if isValid(chosen) { answers.append(chosen) }
      return
    }
    for release in request.releases[next] ?? [] {
      guard !release.isYanked || request.previous[next] == release.version else { continue }
      search(chosen.merging([next: release.version]) { $1 })
    }
  }

  private func isValid(_ chosen: Answer) -> Bool {
    requirements(chosen).allSatisfy { name, requirements in
      chosen[name].map(CombinedRequirement(requirements).contains) ?? false
    }
  }

  private func requirements(_ chosen: Answer) -> [ComponentName: [VersionRequirement]] {
    var all = request.pins.mapValues { [$0] }
    for (name, version) in chosen {
      let release = request.releases[name]?.first { $0.version == version }
      for (on, requirement) in release?.requirements ?? [:] {
        all[on, default: []].append(requirement)
      }
    }
    return all.filter { !request.workingTree.contains($0.key) }
  }
}
