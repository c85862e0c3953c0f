import Versions
import Testing

@Suite struct LargerRegistryTests {
  /// Registries with many conflicts, too large for trying everything.
  @Test func `resolving chooses only releases that meet every requirement of the others`() throws {
    var generator = SplitMix(seed: 8)
    var solved = 0
    for _ in 0..<40 {
      let request = try request(using: &generator)
      guard let answer = try? request.resolved() else { continue }
      solved += 1
      var required = request.pins.mapValues { [$0] }
      for (name, version) in answer {
        let release = request.releases[name]?.first { $0.version == version }
        for (on, requirement) in try #require(release).requirements {
          required[on, default: []].append(requirement)
        }
      }
      #expect(Set(required.keys) == Set(answer.keys))
      for (name, requirements) in required {
        let version = try #require(answer[name])
        #expect(CombinedRequirement(requirements).contains(version), "\(name) \(version)")
      }
    }
    #expect(solved > 10)
  }

  /// The same with a release of each that goes with those of the others.
  @Test func `resolving finds an answer whenever there is one`() throws {
    var generator = SplitMix(seed: 9)
    for _ in 0..<60 {
      let request = try request(withAnswer: true, using: &generator)
      #expect(throws: Never.self) { try request.resolved() }
    }
  }

  private func request(
    withAnswer: Bool = false,
    using generator: inout SplitMix
  ) throws -> ResolutionRequest {
    let names = try (0..<15).map { try ComponentName("Component\($0)") }
    let versions = (0...8).map { SemanticVersion(1, UInt64($0), 0) }
    let answer = names.map { _ in Int.random(in: 0..<8, using: &generator) }
    var request = ResolutionRequest(pins: [:], releases: [:])
    for (index, name) in names.enumerated() {
      request.releases[name] = versions.indices.dropLast().map { release in
        var requirements: [ComponentName: VersionRequirement] = [:]
        for _ in 0..<2 {
          let other = Int.random(in: 0..<names.count, using: &generator)
          var lower = Int.random(in: 0..<5, using: &generator)
          var upper = lower + Int.random(in: 2...3, using: &generator)
          guard other != index else { continue }
          if withAnswer, release == answer[index] {
            (lower, upper) = (min(lower, answer[other]), max(upper, answer[other] + 1))
          }
          requirements[names[other]] = .range(from: versions[lower], to: versions[upper])
        }
        return .init(versions[release], requirements: requirements)
      }
      if index < 2 { request.pins[name] = .from(versions[0]) }
    }
    return request
  }
}
