import Base
import Checks
import Model
import Releases
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

@Suite(.scratchRepository)
struct ReleaseVerificationTests {
  private let scratch = Scratch.current

  /// `Kitchen` takes `Menu` from 1.1.0 on, of which there are 1.0.0, 1.1.0, 1.2.0 and 2.0.0-beta.0;
  /// the newest of these is what the working tree has.
  private func makeKitchen() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.write(
      """
      {
        "components": {
          "Kitchen": { "path": "Components/Kitchen", "requires": { "Menu": { "from": "1.1.0" } } },
          "Menu": { "path": "Components/Menu" }
        },
        "schema": 1,
        "scope": "cookr"
      }

      """,
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Add the kitchen")
    try scratch.release("Menu", ["1.0.0", "1.1.0", "1.2.0"])
  }

  @Test func `the builds of several releases are counted`() throws {
    try scratch.makeChain(isReleased: false)
    let said = Mutex<[String]>([])
    var context = WriteContext.test()
    context.progress = { step in said.withLock { $0.append(step.task) } }
    _ = try MakeReleases(
      PlanReleases(),
      building: ScriptedToolchain(),
      verification: ReleaseVerification(.newest),
      context: context
    ).run(in: scratch.workspace())
    #expect(
      said.withLock { $0.filter { $0.contains("building") } }
        == ["1/3 building Menu", "2/3 building Kitchen", "3/3 building Table"]
    )
  }

  @Test(arguments: [
    (ReleaseVerification.Neighbours.none, []), (.newest, ["1.2.0"]), (.lowest, ["1.1.0"]),
    (.both, ["1.2.0", "1.1.0"]),
  ])
  func `a release is built beside the releases that it allows`(
    neighbours: ReleaseVerification.Neighbours,
    menus: [String]
  ) throws {
    try makeKitchen()
    let toolchain = ScriptedToolchain()
    try scratch.bump(
      "Kitchen",
      "1.0.0",
      with: toolchain,
      verification: ReleaseVerification(neighbours)
    )
    #expect(
      toolchain.asked.builds.map(\.versions)
        == menus.map { ["Kitchen": "1.0.0", "Menu": $0] }
    )
    #expect(toolchain.asked.tests.isEmpty)
  }

  @Test func `a release without a product is built by itself, beside the releases that it allows`()
    throws
  {
    try makeKitchen()
    let before = try scratch.everything()
    let failing = ScriptedToolchain(
      buildFailure: OperationError(.buildFailed, "\n  no oven"),
      hasProducts: false
    )
    func bump(_ toolchain: ScriptedToolchain) throws {
      try scratch.bump(
        "Kitchen",
        "1.0.0",
        with: toolchain,
        verification: ReleaseVerification(.both)
      )
    }
    #expect(code { try bump(failing) } == "build-failed")
    #expect(try scratch.everything() == before)
    let toolchain = ScriptedToolchain(hasProducts: false)
    try bump(toolchain)
    let kitchen = try #require(scratch.log(of: "Kitchen").releases.last)
    #expect(toolchain.asked.lonelyBuilds.map(\.folder.tree) == [kitchen.tree, kitchen.tree])
    #expect(
      try toolchain.asked.lonelyBuilds.map { try scratch.versions(of: $0)["Menu"] }
        == ["1.2.0", "1.1.0"]
    )
  }

  @Test func `bump builds once if the lowest and newest dependencies are the same`() throws {
    try scratch.makeMonorepo(["Menu"])
    let toolchain = ScriptedToolchain()
    try scratch.bump(
      "Menu",
      "1.0.0",
      with: toolchain,
      verification: ReleaseVerification(.both, testing: true)
    )
    #expect(toolchain.asked.builds.count == 1)
    #expect(toolchain.asked.tests.count == 1)
  }

  @Test(arguments: [
    (
      ReleaseVerification.Neighbours.newest, "1.2.0", "fix it, commit, and try again"
    ),
    (
      .lowest, "1.1.0",
      "fix it, or raise \"requires\" of 'Kitchen' in 'Registry/manifest.json'"
    ),
  ])
  func `bump refuses a component that does not build`(
    neighbours: ReleaseVerification.Neighbours,
    menu: String,
    help: String
  ) throws {
    try makeKitchen()
    let before = try scratch.everything()
    let failure = OperationError(
      .buildFailed,
      "\n  Sources/a.swift:1:1: error: no such thing"
    )
    let refusal = #expect(throws: OperationError.self) {
      try scratch.bump(
        "Kitchen",
        "1.0.0",
        with: ScriptedToolchain(buildFailure: failure),
        verification: ReleaseVerification(neighbours)
      )
    }
    #expect(
      refusal?.description == """
        component 'Kitchen': 'Kitchen' 1.0.0 does not build with Menu \(menu)
          Sources/a.swift:1:1: error: no such thing
        help: \(help)
        """
    )
    #expect(try scratch.everything() == before)
  }

  @Test func `an old release is compared beside what there was when it was made`() throws {
    try makeKitchen()
    try scratch.bump("Kitchen", "1.0.0", context: .test(at: 1_763_715_700))
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.3.0", context: .test(at: 1_763_715_800))
    try scratch.change("Kitchen")
    let toolchain = ScriptedToolchain()
    try scratch.bump("Kitchen", "1.0.1", with: toolchain)
    let asked = try #require(toolchain.asked.comparisons.first)
    #expect(
      try scratch.versions(of: #require(asked.old)) == ["Kitchen": "1.0.0", "Menu": "1.2.0"]
    )
    #expect(try scratch.versions(of: asked.new) == ["Kitchen": "1.0.1", "Menu": "1.3.0"])
  }
}
