import Versions
import Testing

@Suite struct VersionIncrementTests {
  @Test(arguments: [
    ("2.4.1", VersionIncrement.major, "3.0.0"),
    ("2.4.1", .minor, "2.5.0"),
    ("2.4.1", .patch, "2.4.2"),
    ("2.4.1+build", .patch, "2.4.2"),
    ("3.0.0-beta.1", .major, "3.0.0"),
    ("2.5.0-beta.1", .minor, "2.5.0"),
    ("2.5.1-beta.1", .minor, "2.6.0"),
    ("2.4.2-beta.1", .patch, "2.4.2"),
    ("2.4.2-beta.1+7", .patch, "2.4.2"),
  ])
  func `a step leads to its version`(from: String, step: VersionIncrement, to: String) throws {
    #expect(try SemanticVersion(from).next(step).description == to)
  }

  @Test(arguments: [("2.4.1", "2.4.2-0"), ("2.4.2-beta", "2.4.2-beta.0")])
  func `a label without words is a number`(from: String, to: String) throws {
    let step = VersionIncrement.prerelease(try PrereleaseLabel(""))
    #expect(try SemanticVersion(from).next(step).description == to)
  }

  @Test func `pre-releases of one label count up, and a new label starts anew`() throws {
    let beta = try PrereleaseLabel("beta")
    let first = try SemanticVersion("2.4.1").next(.preminor(beta))
    #expect(first.description == "2.5.0-beta.0")
    let second = try first.next(.prerelease(beta))
    #expect(second.description == "2.5.0-beta.1")
    let candidate = try second.next(.prerelease(PrereleaseLabel("rc")))
    #expect(candidate.description == "2.5.0-rc.0")
  }

  @Test func `a step to a version that is too long is refused`() throws {
    let label = try PrereleaseLabel(String(repeating: "a", count: 143))
    let error = #expect(throws: VersionError.self) {
      try SemanticVersion("1.2.3").next(.premajor(label))
    }
    #expect(error?.code == .versionTooLong)
  }

  @Test(arguments: ["be ta", "beta..1", "01", "a+b", "."])
  func `creating a pre-release label refuses invalid text`(text: String) {
    let error = #expect(throws: VersionError.self) { try PrereleaseLabel(text) }
    #expect(error?.code == .invalidPrerelease)
  }
}
