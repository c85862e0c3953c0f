import APICompatibility
import GitValues
import RegistryModel
import RegistryOperations
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing
import Versioning

/// A release is what was compared and built, and nothing is refused for a version that was only
/// guessed.
@Suite(.scratchRepository)
struct BoundBumpTests {
  private let scratch = Scratch.current

  @Test(arguments: [false, true])
  func `a branch that moves during the build is built again`(checksInterface: Bool) throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    let builds = Mutex(0)
    let scratch = scratch
    let toolchain = ScriptedToolchain(whileBuilding: {
      if builds.withLock({
        $0 += 1; return $0
      }) == 1 {
        try scratch.change("Menu")
      }
    })
    let result = try scratch.checkedBump(
      "Menu",
      "1.0.1",
      with: toolchain,
      checksInterface: checksInterface,
      verification: ReleaseVerification(.newest)
    )
    let built = toolchain.asked.builds.map { $0.releases[result.component]?.tree }
    #expect(built.count == 2)
    #expect(built.first != built.last)
    #expect(built.last == result.release.tree)
    #expect(
      try scratch.git("rev-parse", "HEAD~1:Components/Menu") == result.release.tree.description
    )
  }

  @Test func `a branch that moves while another component fails to build is built again`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    let moves = Mutex(0)
    let scratch = scratch
    let toolchain = ScriptedToolchain(
      buildFailure: APICompatibilityError(.buildFailed, "no oven"),
      failing: ["Menu"],
      whileBuilding: {
        let count = moves.withLock { moves in
          moves += 1
          return moves
        }
        // Kitchen is built, and Menu is about to fail.
        if count == 2 { try scratch.change("Kitchen") }
      }
    )
    let result = try CheckedRelease(
      PlanReleases(),
      building: toolchain,
      verification: ReleaseVerification(.newest),
      context: .test()
    ).run(in: scratch.workspace())
    let made = try #require(result.written.releases.first)
    #expect(result.written.releases.map(\.component.text) == ["Kitchen"])
    let built = toolchain.asked.builds.compactMap { $0.releases[made.component]?.tree }
    #expect(Set(built).count == 2)
    #expect(built.contains(made.release.tree))
    #expect(
      try scratch.git("rev-parse", "HEAD~1:Components/Kitchen") == made.release.tree.description
    )
  }

  @Test func `no tag is looked for of a version that is only guessed`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.git("switch", "-q", "-c", "maintenance")
    try scratch.change("Menu", "fix: salt")
    try scratch.bump("Menu", "1.0.1")
    try scratch.git("switch", "-q", "main")
    try scratch.change("Menu", "feat: bake")
    let result = try scratch.checkedBump("Menu", nil, with: ScriptedToolchain(.additive))
    #expect(result.release.version == SemanticVersion(1, 1, 0))
  }

  @Test func `what has not changed is not compared`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    let toolchain = ScriptedToolchain()
    #expect(code { try scratch.checkedBump("Menu", nil, with: toolchain) } == "nothing-changed")
    #expect(toolchain.asked.comparisons.isEmpty)
  }
}
