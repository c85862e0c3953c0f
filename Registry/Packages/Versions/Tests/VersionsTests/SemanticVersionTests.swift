import Versions
import Testing

@Suite struct SemanticVersionTests {
  @Test func `a version is taken apart`() throws {
    let version = try SemanticVersion("1.20.300-beta.7+build.007")
    #expect(version.major == 1)
    #expect(version.minor == 20)
    #expect(version.patch == 300)
    #expect(version.prerelease.map(\.description) == ["beta", "7"])
    #expect(version.prerelease.map(\.number) == [nil, 7])
    #expect(version.buildMetadata == ["build", "007"])
  }

  @Test(arguments: [
    ("2.4", "invalid version '2.4', expected major.minor.patch\nhelp: try '2.4.0'"),
    ("v2.4.1", "invalid version 'v2.4.1', expected major.minor.patch\nhelp: try '2.4.1'"),
    ("02.4.1", "invalid version '02.4.1', number '02' has a leading zero\nhelp: try '2.4.1'"),
    ("2.4.1-", "invalid version '2.4.1-', empty pre-release identifier\nhelp: try '2.4.1'"),
    ("2.4.1+", "invalid version '2.4.1+', empty build identifier\nhelp: try '2.4.1'"),
    (" 2.4.1 ", "invalid version ' 2.4.1 ', expected major.minor.patch\nhelp: try '2.4.1'"),
    ("2.4.1-01", "invalid version '2.4.1-01', pre-release identifier '01' has a leading zero"),
    ("latest", "invalid version 'latest', expected major.minor.patch"),
    ("", "invalid version '', expected major.minor.patch"),
    ("1.2.3.4", "invalid version '1.2.3.4', expected major.minor.patch"),
    (
      "1.0.0-a_b",
      "invalid version '1.0.0-a_b', "
        + "pre-release identifier 'a_b' may contain only letters, digits and '-'"
    ),
    (
      "1.0.0+a\u{1B}b",
      "invalid version '1.0.0+a\\u{1B}b', "
        + "build identifier 'a\\u{1B}b' may contain only letters, digits and '-'"
    ),
  ])
  func `parsing a version refuses invalid text with the reason`(text: String, message: String) {
    let error = #expect(throws: VersionError.self) { try SemanticVersion(text) }
    #expect(error?.code == .invalidVersion)
    #expect(error?.description == message)
  }

  @Test func `a version may have 150 bytes and no more`() throws {
    let longest = "1.0.0-" + String(repeating: "a", count: 144)
    #expect(try SemanticVersion(longest).description == longest)
    let error = #expect(throws: VersionError.self) { try SemanticVersion(longest + "a") }
    #expect(error?.code == .versionTooLong)
  }

  @Test(arguments: [
    "9223372036854775807.9223372036854775807.9223372036854775807", "1.0.0-9223372036854775807",
    "1.0.0+9223372036854775808", "1.0.0-9223372036854775808a",
  ])
  func `numbers up to the greatest that SwiftPM reads are read`(text: String) throws {
    #expect(try SemanticVersion(text).description == text)
  }

  @Test(arguments: ["1000000000000000.0.0", "0.0.9223372036854775807", "1.0.0-rc.1000000000000000"])
  func `a new release has no number that leaves none for the next`(text: String) throws {
    let error = #expect(throws: VersionError.self) { try SemanticVersion(text).checkNew() }
    #expect(error?.code == .invalidVersion)
    try SemanticVersion("999999999999999.20261128123000.0-rc.999999999999999").checkNew()
  }

  @Test(arguments: [
    ("9223372036854775808.0.0", "number '9223372036854775808'"),
    ("0.18446744073709551616.0", "number '18446744073709551616'"),
    ("0.0.99999999999999999999-a+b", "number '99999999999999999999'"),
    ("1.0.0-rc.9223372036854775808", "pre-release identifier '9223372036854775808'"),
  ])
  func `a number that SwiftPM cannot read is refused`(text: String, number: String) {
    let error = #expect(throws: VersionError.self) { try SemanticVersion(text) }
    let reason = "\(number) is too large, expected at most 9223372036854775807"
    #expect(error?.code == .invalidVersion)
    #expect(error?.description == "invalid version '\(text)', \(reason)")
  }

  @Test func `the bounds behind the greatest version are in order, and no step leads there`() throws
  {
    let last = try SemanticVersion("9223372036854775807.9223372036854775807.9223372036854775807")
    #expect(last < last.nextPatch && last.nextPatch < last.nextMinor)
    #expect(last.nextMinor < last.nextMajor)
    #expect(VersionRequirement.from(last).contains(last))
    let number = try PrereleaseLabel("")
    for step in [VersionIncrement.major, .minor, .patch, .prepatch(number)] {
      let error = #expect(throws: VersionError.self) { try last.next(step) }
      #expect(error?.code == .invalidVersion)
    }
    let label = try PrereleaseLabel("rc")
    let error = #expect(throws: VersionError.self) {
      try SemanticVersion("1.0.0-rc.9223372036854775807").next(.prerelease(label))
    }
    #expect(error?.code == .invalidVersion)
  }

  @Test func `versions that differ only in build metadata are the same release`() throws {
    let (a, b) = (try SemanticVersion("1.0.0+a"), try SemanticVersion("1.0.0+b"))
    #expect(a == b)
    #expect(Set([a, b]).count == 1)
    #expect(!a.isSpelled(like: b))
    #expect(a.releaseKey == b.releaseKey)
  }

  @Test func `the letters of a pre-release count for the order and not for the key`() throws {
    let (upper, lower) = (try SemanticVersion("1.0.0-Beta"), try SemanticVersion("1.0.0-beta"))
    #expect(upper < lower)
    #expect(upper.releaseKey == lower.releaseKey)
  }

  @Test func `random text is refused or read back as it was, and never traps`() {
    var texts = RandomText(seed: 1)
    var accepted = 0
    for _ in 0..<20_000 {
      let text = texts.next()
      guard let version = try? SemanticVersion(text) else { continue }
      accepted += 1
      #expect(version.description == text)
    }
    #expect(accepted > 50)
  }

  @Test func `comparing parsed versions is a total order`() {
    var texts = RandomText(seed: 2)
    var versions: [SemanticVersion] = []
    while versions.count < 120 {
      if let version = try? SemanticVersion(texts.next()) { versions.append(version) }
    }
    let sorted = versions.sorted()
    for (low, a) in sorted.enumerated() {
      for b in sorted[low...] {
        #expect(!(b < a) && (a < b) != (a == b), "\(a) \(b)")
        if a == b { #expect(a.hashValue == b.hashValue) }
      }
    }
  }

  @Test(arguments: [
    ("1.0.0", nil),
    ("1.2.0", "1.1.0"),
    ("1.1.1", "1.1.0"),
    ("2.0.0-beta.1", "1.1.0"),
    ("2.0.0-beta.3", "2.0.0-beta.2"),
    ("2.0.0", "1.1.0"),
    ("3.0.0-a", "2.0.0"),
  ])
  func `a release goes on from the one before it, past pre-releases`(
    _ version: String,
    _ predecessor: String?
  ) throws {
    let released = try ["2.0.0-beta.2", "1.1.0", "1.0.0", "2.0.0"].map(
      SemanticVersion.init(parsing:)
    )
    #expect(
      try released.predecessor(of: SemanticVersion(version))
        == predecessor.map { try SemanticVersion($0) }
    )
    let prereleases = try ["1.0.0-a", "1.0.0-b"].map(SemanticVersion.init(parsing:))
    #expect(try prereleases.predecessor(of: SemanticVersion("1.0.0"))?.description == "1.0.0-b")
  }
}
