import Testing
import SemverRules
import Versions

struct InterfaceLevelTests {
  @Test(arguments: [
    (InterfaceLevel.unchanged, "1.2.3", "1.2.4"),
    (.additive, "1.2.3", "1.3.0"),
    (.breaking, "1.2.3", "2.0.0"),
    (.unchanged, "0.2.3", "0.2.4"),
    (.additive, "0.2.3", "0.2.4"),
    (.breaking, "0.2.3", "0.3.0"),
    (.unchanged, "2.0.0-beta.1", "2.0.0"),
    (.additive, "2.0.0-beta.1", "2.0.0"),
    (.breaking, "2.0.0-beta.1", "2.0.0"),
    (.unchanged, "1.2.3+build", "1.2.4"),
  ])
  func `each level of change determines the lowest allowed version`(
    level: InterfaceLevel,
    last: String,
    expected: String
  ) throws {
    #expect(
      try level.lowestAllowedVersion(after: SemanticVersion(parsing: last)).description == expected
    )
  }

  /// The releases after the one that a backport follows.
  @Test(arguments: [
    (InterfaceLevel.additive, "1.0.0", ["1.0.0"], "1.1.0"),
    (.additive, "1.0.0", ["1.0.0", "1.1.0"], "1.2.0"),
    (.additive, "1.0.0", ["1.0.0", "1.1.0", "1.2.3", "2.0.0"], "1.3.0"),
    (.additive, "1.0.0", ["1.0.0", "1.1.0-beta.0"], "1.1.0"),
    (.breaking, "1.0.0", ["1.0.0", "1.1.0"], "2.0.0"),
    (.breaking, "1.0.0", ["1.0.0", "2.0.0", "2.1.0"], "3.0.0"),
    (.breaking, "0.1.0", ["0.1.0", "0.2.0"], "0.3.0"),
  ])
  func `the lowest free version is none of the releases`(
    level: InterfaceLevel,
    last: String,
    releases: [String],
    expected: String
  ) throws {
    let free = level.lowestFreeVersion(
      after: try SemanticVersion(parsing: last),
      besides: try releases.map { try SemanticVersion(parsing: $0) }
    )
    #expect(free.description == expected)
  }

  @Test(arguments: [
    ("1.2.4", "1.2.3", [true, false, false]),
    ("1.3.0", "1.2.3", [true, true, false]),
    ("2.0.0", "1.2.3", [true, true, true]),
    ("1.3.1", "1.2.3", [true, true, false]),
    ("0.2.4", "0.2.3", [true, true, false]),
    ("0.3.0", "0.2.3", [true, true, true]),
    ("1.0.0", "0.2.3", [true, true, true]),
    ("1.2.4-beta.0", "1.2.3", [true, false, false]),
    ("1.3.0-beta.0", "1.2.3", [true, true, false]),
    ("2.0.0-beta.0", "1.2.3", [true, true, true]),
    ("2.0.0", "2.0.0-beta.0", [true, true, true]),
    ("2.0.0-beta.1", "2.0.0-beta.0", [true, true, true]),
  ])
  func `each level of change allows only versions that are high enough`(
    version: String,
    last: String,
    expected: [Bool]
  ) throws {
    let version = try SemanticVersion(parsing: version)
    let last = try SemanticVersion(parsing: last)
    let allowed = InterfaceLevel.allCases.map { $0.allows(version, after: last) }
    #expect(allowed == expected)
  }
}
