import Resolution
import SeededNumbers
import Testing
import Versioning

@Suite struct LargerRegistryTests {
  /// Registries with many conflicts, too large for trying everything.
  @Test func `whatever is answered meets every requirement of what was chosen`() throws {
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

  private func request(using generator: inout SplitMix) throws -> ResolutionRequest {
    let names = try (0..<15).map { try ComponentName("Component\($0)") }
    let versions = (0..<8).map { SemanticVersion(1, VersionNumber(UInt64($0)), 0) }
    var request = ResolutionRequest(pins: [:], releases: [:])
    for (index, name) in names.enumerated() {
      request.releases[name] = versions.map { version in
        var requirements: [ComponentName: VersionRequirement] = [:]
        for _ in 0..<2 {
          let other = Int.random(in: 0..<names.count, using: &generator)
          let lower = Int.random(in: 0..<5, using: &generator)
          let upper = lower + Int.random(in: 2...3, using: &generator)
          guard other != index else { continue }
          requirements[names[other]] = .range(from: versions[lower], to: versions[upper])
        }
        return .init(version, requirements: requirements)
      }
      if index < 2 { request.pins[name] = .from(versions[0]) }
    }
    return request
  }
}
