import Testing
import Versioning

@Suite struct VersionRequirementTests {
  @Test(arguments: [
    "2.4.1", "2.4.1-beta", "from 1.0.0", "up to next minor from 1.2.0-rc.1", "1.0.0..<2.0.0",
    "1.0.0...1.9.0-beta",
  ])
  func `the written form is read back`(text: String) throws {
    #expect(try VersionRequirement(text).description == text)
  }

  @Test(arguments: ["2.0.0..<2.0.0", "2.0.0..<1.0.0", "2.0.0...1.9.9", "2.0.0-beta..<2.0.0"])
  func `a range that no version meets is refused`(text: String) {
    let error = #expect(throws: VersioningError.self) { try VersionRequirement(text) }
    #expect(error?.code == .unsatisfiableRequirement)
  }

  @Test(arguments: ["", "from", "from 1", "1.0.0..2.0.0", "1.0.0..<", "^1.0.0", "1.0.0 ..< 2.0.0"])
  func `what is no requirement is refused`(text: String) {
    let error = #expect(throws: VersioningError.self) { try VersionRequirement(text) }
    #expect(error?.code == .invalidVersion)
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

  @Test func `random text never traps, and what is read is met by what its set holds`() throws {
    var texts = RandomText(seed: 3)
    let versions = try SmallWorld.versions()
    for _ in 0..<1_000 {
      guard let requirement = try? VersionRequirement(texts.next()) else { continue }
      #expect(try VersionRequirement(requirement.description) == requirement)
      let set = requirement.versions
      #expect(versions.filter(requirement.contains) == versions.filter(set.contains))
    }
  }
}
