import Versions
import Testing

@Suite struct VersionRequirementTests {
  @Test(arguments: [
    "2.4.1", "2.4.1-beta", "from 1.0.0", "up to the next minor from 1.2.0-rc.1", "1.0.0..<2.0.0",
    "1.0.0...1.9.0-beta",
  ])
  func `a requirement has a form for people`(text: String) throws {
    #expect(try VersionRequirement(text).description == text)
  }

  @Test(arguments: ["2.0.0..<2.0.0", "2.0.0..<1.0.0", "2.0.0...1.9.9", "2.0.0-beta..<2.0.0"])
  func `a range that no version meets is refused`(text: String) {
    let error = #expect(throws: VersionError.self) { try VersionRequirement(text) }
    #expect(error?.code == .unsatisfiableRequirement)
  }

  @Test(arguments: [
    ("1.0.0...1.9.0", "1.9.0", true),
    ("1.0.0...1.9.0", "1.9.1", false),
    ("1.0.0...1.9.0", "1.9.1-beta", false),
    ("1.0.0...2.0.0-beta", "2.0.0", true),
    ("1.0.0...2.0.0-beta", "2.0.1-alpha", true),
    ("1.0.0...2.0.0-beta", "2.0.1-beta", false),
    ("1.0.0-beta...1.9.0", "1.9.1-beta", false),
  ])
  func `a closed range ends before the patch that follows, as SwiftPM's does`(
    requirement: String,
    version: String,
    isMet: Bool
  ) throws {
    #expect(try VersionRequirement(requirement).contains(SemanticVersion(version)) == isMet)
  }

  @Test func `from reaches across minor versions of 0`() throws {
    let requirement = try VersionRequirement("from 0.2.3")
    #expect(try requirement.contains(SemanticVersion("0.9.9")))
    #expect(try !requirement.contains(SemanticVersion("1.0.0")))
  }

  @Test func `a requirement is satisfiable if a version meets it, and only spanned versions do`()
    throws
  {
    var generator = SplitMix(seed: 5)
    let versions = try SmallWorld.versions()
    var unsatisfiable = 0
    for _ in 0..<400 {
      let (one, other) = (
        versions.randomElement(using: &generator), versions.randomElement(using: &generator)
      )
      let range = try VersionRequirement.range(from: #require(one), to: #require(other))
      let met = versions.filter(range.contains)
      let isSatisfiable = (try? range.satisfiable()) != nil
      if !isSatisfiable { unsatisfiable += 1 }
      #expect(isSatisfiable == !met.isEmpty, "\(range)")
      #expect(met.allSatisfy(range.spans), "\(range)")
      #expect(
        met.filter { !$0.isPrerelease } == versions.filter { range.spans($0) && !$0.isPrerelease },
        "\(range)"
      )
    }
    #expect(unsatisfiable > 50 && unsatisfiable < 350)
  }
}
