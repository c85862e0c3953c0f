import Base
import Checks
import Git
import Model
import Releases
import SemverRules
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

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
    let result = try scratch.bump(
      "Menu",
      "1.0.1",
      with: toolchain,
      checksInterface: checksInterface,
      verification: ReleaseVerification(.newest)
    )
    let built = toolchain.asked.builds.map(\.release.tree)
    #expect(built.count == 2)
    #expect(built.first != built.last)
    #expect(built.last == result.release.record.tree)
    #expect(
      try scratch.git("rev-parse", "HEAD~1:Components/Menu")
        == result.release.record.tree.description
    )
  }

  @Test func `a plan packs nothing, and a release each archive once`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    let packed = Mutex<[String]>([])
    let progress: @Sendable (OperationProgress) -> Void = { step in
      if step.task.contains("packing ") { packed.withLock { $0.append(step.task) } }
    }
    let planning = PlanReleases(progress: progress)
    #expect(try planning.run(in: scratch.workspace()).releases.count == 2)
    #expect(packed.withLock(\.self) == [])
    var context = WriteContext.test()
    context.progress = progress
    let result = try MakeReleases(
      planning,
      building: ScriptedToolchain(),
      verification: ReleaseVerification(.none),
      context: context
    ).run(in: scratch.workspace())
    #expect(
      packed.withLock { $0.sorted() } == ["1/2 packing Kitchen 1.0.0", "2/2 packing Menu 1.0.0"]
    )
    for made in result.releases { #expect(!made.record.checksum.contains("00000000")) }
  }

  /// Each look at the branch, and each try to write, finds a commit more, until there are forty.
  @Test func `commits to other files repeat nothing that takes long`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    let scratch = scratch
    let commit: @Sendable () throws -> Void = {
      guard try Int(scratch.git("rev-list", "--count", "HEAD")) ?? 0 < 40 else { return }
      // Whether or not the index is locked.
      try scratch.changeOnBranch("Kitchen")
    }
    let toolchain = ScriptedToolchain(whileBuilding: commit)
    let points: Set<Failpoint> = [.lockTaken, .planned, .noteWritten]
    var context = WriteContext.test(
      failures: FailureInjection { if points.contains($0) { try commit() } }
    )
    let packed = Mutex(0)
    context.progress = { step in
      if step.task.contains("packing ") { packed.withLock { $0 += 1 } }
    }
    let result = try scratch.bump(
      "Menu",
      "1.0.1",
      with: toolchain,
      verification: ReleaseVerification(.both),
      context: context
    )
    #expect(toolchain.asked.comparisons.count == 1)
    #expect(toolchain.asked.builds.count == 1)
    #expect(packed.withLock(\.self) == 1)
    #expect(try scratch.git("rev-list", "--count", "HEAD") == "41")
    // What was found out is bound to the commit that it is released from.
    #expect(try scratch.git("rev-parse", "HEAD^") == result.release.record.source.description)
    try scratch.git("restore", "--source=HEAD", "--staged", "--worktree", "Components/Kitchen")
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `a dry run that compares stores nothing in git`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.write("All rights\n", to: "LICENSE")
    // The tree that is compared is none of the repository's.
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Components/Menu/LICENSE",
      withDestinationPath: "../../LICENSE"
    )
    try scratch.commitAll("Link")
    let before = try scratch.everything()
    let toolchain = ScriptedToolchain()
    var context = WriteContext.test()
    context.isDryRun = true
    let bump = MakeReleases(
      component: "Menu",
      version: .lowestAllowed,
      checks: CandidateInspection(
        comparing: toolchain,
        building: toolchain,
        verification: ReleaseVerification(.newest, testing: true)
      ),
      context: context
    )
    let preview = try bump.preview(in: scratch.workspace())
    let compared = try #require(toolchain.asked.comparisons.first?.new.folder.tree)
    #expect(compared != preview.release.record.tree)
    #expect(toolchain.asked.tests.count == 1)
    #expect(try scratch.everything() == before)
  }

  @Test func `a branch that moves while another component fails to build is built again`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    let moves = Mutex(0)
    let scratch = scratch
    let toolchain = ScriptedToolchain(
      buildFailure: OperationError(.buildFailed, "no oven"),
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
    let result = try MakeReleases(
      PlanReleases(),
      building: toolchain,
      verification: ReleaseVerification(.newest),
      context: .test()
    ).run(in: scratch.workspace())
    let made = try #require(result.releases.first)
    #expect(result.releases.map(\.component.text) == ["Kitchen"])
    let built = toolchain.asked.builds.filter { $0.component == made.component }
      .map(\.release.tree)
    #expect(Set(built).count == 2)
    #expect(built.contains(made.record.tree))
    #expect(
      try scratch.git("rev-parse", "HEAD~1:Components/Kitchen") == made.record.tree.description
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
    let result = try scratch.bump("Menu", nil, with: ScriptedToolchain(.additive))
    #expect(result.release.version == SemanticVersion(1, 1, 0))
  }

  @Test func `bump compares nothing when a component has not changed`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    let toolchain = ScriptedToolchain()
    let result = try scratch.bump("Menu", nil, with: toolchain)
    #expect(result.plan == nil)
    #expect(result.release.version == SemanticVersion(1, 0, 0))
    #expect(toolchain.asked.comparisons.isEmpty)
  }
}
