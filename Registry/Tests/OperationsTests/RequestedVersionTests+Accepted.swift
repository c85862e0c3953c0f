import Base
import Checks
import Model
import Releases
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Breakages that are accepted.
extension RequestedVersionTests {
  @Test func `a breakage is accepted for a reason, which is recorded`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu", "feat: bake")
    let result = try scratch.bump(
      "Menu",
      "1.1.0",
      with: ScriptedToolchain(.breaking),
      accepted: "nobody cooks"
    )
    let expected = ReleaseInterface(
      .breaking,
      since: try SemanticVersion("1.0.0"),
      accepted: "nobody cooks",
      rules: Rule.setVersion
    )
    #expect(result.release.record.interface == expected)
    #expect(try scratch.log(of: "Menu").releases.last?.interface == expected)
    #expect(
      try scratch.read("CHANGELOG.md").contains(
        """
        #### Added

        - bake

        #### Public API

        - **Breaking:** func cook(\\_:) was removed \\[declaration-removed]
        - func bake(\\_:) was added \\[declaration-added]
        - Accepted as compatible: nobody cooks

        """
      )
    )
  }

  @Test func `an accepted breakage excuses no addition`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    #expect(
      code {
        try scratch.bump(
          "Menu",
          "1.0.1",
          with: ScriptedToolchain(.breaking),
          accepted: "nobody cooks"
        )
      } == "version-too-low"
    )
  }

  @Test(arguments: [InterfaceLevel.unchanged, .additive])
  func `bump refuses to accept breakages if nothing broke`(level: InterfaceLevel) throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    #expect(
      code {
        try scratch.bump(
          "Menu",
          "2.0.0",
          with: ScriptedToolchain(level),
          accepted: "nobody cooks"
        )
      } == "nothing-to-accept"
    )
  }
}
