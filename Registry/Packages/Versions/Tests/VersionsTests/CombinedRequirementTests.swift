import Testing
import Versions

@Suite struct CombinedRequirementTests {
  @Test(arguments: [
    (["0.8.0..<2.0.0", "1.0.0-latest..<2.0.0"], "1.0.0-prerelease", true),
    (["0.8.0..<2.0.0", "1.0.0..<2.0.0-latest"], "1.9.9-prerelease", true),
    (["1.0.4..<2.0.0", "1.0.5..<1.0.6-prerelease-2"], "1.0.6-prerelease-1", true),
    (["1.0.4..<2.0.0", "1.0.6-prerelease-1"], "1.0.6-prerelease-1", false),
    (["1.5.0..<2.0.0", "1.0.0-beta..<2.0.0"], "1.6.0-beta", false),
    (["1.0.0", "1.0.0+build"], "1.0.0", true),
    (["1.0.0", "1.0.1"], "1.0.0", false),
    (["1.0.0-beta"], "1.0.0-beta", true),
    ([], "1.0.0", true),
    ([], "1.0.0-beta", false),
  ])
  func `pre-releases are admitted by what is left of all ranges`(
    requirements: [String],
    version: String,
    isMet: Bool
  ) throws {
    let combined = CombinedRequirement(try requirements.map { try VersionRequirement($0) })
    #expect(try combined.contains(SemanticVersion(version)) == isMet)
  }

  @Test func `the order of requirements has no part in what meets them`() throws {
    var generator = SplitMix(seed: 6)
    let versions = try SmallWorld.versions()
    for _ in 0..<200 {
      let requirements = try SmallWorld.requirements(3, using: &generator)
      let combined = CombinedRequirement(requirements)
      #expect(combined == CombinedRequirement(requirements.shuffled(using: &generator)))
      let admitted = versions.filter(combined.contains)
      #expect(admitted.allSatisfy { version in requirements.allSatisfy { $0.spans(version) } })
      #expect(
        admitted.filter { !$0.isPrerelease }
          == versions.filter { version in
            !version.isPrerelease && requirements.allSatisfy { $0.contains(version) }
          }
      )
    }
  }
}
