import Base
import Checks
import Git
import Model
import Registration
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// The history of a component from before it moved.
@Suite(.scratchRepository)
struct MovedComponentTests {
  private let scratch = Scratch.current

  enum Way: CaseIterable {
    case command, byHand, byHandThenManifest, byHandThenCommand, parentFolder
  }

  /// - Returns: Where Menu is then.
  private func move(_ way: Way) throws -> String {
    let manifest = try scratch.read("Registry/manifest.json")
    func record(_ old: String, _ new: String) throws {
      try scratch.write(manifest.replacing(old, with: new), to: "Registry/manifest.json")
    }
    switch way {
    case .command:
      _ = try MoveComponent("Menu", to: TreePath("Libraries/Menu"), context: .test())
        .run(in: scratch.workspace())
    case .byHandThenCommand:
      try scratch.write("", to: "Libraries/.keep")
      try scratch.git("mv", "Components/Menu", "Libraries/Menu")
      try scratch.commitAll("chore: move")
      _ = try MoveComponent("Menu", to: TreePath("Libraries/Menu"), context: .test())
        .run(in: scratch.workspace())
      #expect(try scratch.git("status", "--porcelain") == "")
    case .byHand, .byHandThenManifest:
      try scratch.write("", to: "Libraries/.keep")
      try scratch.git("mv", "Components/Menu", "Libraries/Menu")
      if way == .byHandThenManifest { try scratch.commitAll("chore: move") }
      try record("Components/Menu", "Libraries/Menu")
      try scratch.commitAll("chore: move")
    case .parentFolder:
      try scratch.git("mv", "Components", "Libraries")
      try record("Components/", "Libraries/")
      try scratch.commitAll("chore: move")
    }
    return "Libraries/Menu"
  }

  @Test(arguments: Way.allCases)
  func `status, plan and changelog know the commits from before a move`(way: Way) throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", "feat!: no salt")
    let folder = try move(way)
    try scratch.write("// new\n", to: "\(folder)/Sources/Menu/New.swift")
    try scratch.commitAll("fix: burnt soup")
    let status = try Status(of: ["Menu"]).run(in: scratch.workspace())
    #expect(status.map(\.state) == [.changed(commits: 3)])
    #expect(try scratch.plan("Menu").words == ["Menu 1.0.0 → 2.0.0"])
    try scratch.bump("Menu", "2.0.0")
    let tip = try ObjectID(hex: scratch.git("rev-parse", "HEAD"))
    let notes = try scratch.workspace().releaseNotes(at: tip)
      .notes(of: ComponentName("Menu"), SemanticVersion("2.0.0"))
    #expect(notes?.contains("- **Breaking:** no salt\n") == true)
    #expect(notes?.contains("- burnt soup") == true)
    let after = try Status(of: ["Menu"]).run(in: scratch.workspace())
    #expect(after.map(\.state) == [.unchanged])
  }

  @Test func `components that change places keep their own commits`() throws {
    try scratch.makeMonorepo(["Menu", "Oven"])
    for name in ["Menu", "Oven"] { try scratch.bump(name, "1.0.0") }
    try scratch.change("Menu", "feat: soup")
    try scratch.git("mv", "Components/Menu", "kept")
    try scratch.git("mv", "Components/Oven", "Components/Menu")
    try scratch.git("mv", "kept", "Components/Oven")
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("Components/Menu", with: "Components/Kept")
        .replacing("Components/Oven", with: "Components/Menu")
        .replacing("Components/Kept", with: "Components/Oven"),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("chore: swap")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.1.0"])
  }

  @Test func `a release is compared with its dependencies where they are now`() throws {
    try scratch.makeChain()
    _ = try move(.command)
    let toolchain = ScriptedToolchain()
    try scratch.bump("Kitchen", nil, with: toolchain)
    let old = try #require(toolchain.asked.comparisons.first?.old)
    #expect(old.folder.path == (try TreePath("Components/Kitchen")))
    let menu = old.dependencies["Menu"]?.path.string
    #expect(menu == "Libraries/Menu")
    let manifest = try scratch.git("show", "\(old.folder.tree):Package.swift")
    #expect(manifest.contains(#".package(path: "../../Libraries/Menu")"#))
  }

  @Test func `a rebased release is found by its files where they were`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let tree = try scratch.git("rev-parse", "HEAD^{tree}")
    let squashed = try scratch.git("commit-tree", tree, "-m", "Squash all")
    try scratch.git("reset", "-q", "--soft", squashed)
    try scratch.change("Menu", "feat: soup")
    _ = try move(.command)
    #expect(try scratch.plan("Menu").words == ["Menu 1.0.0 → 1.1.0"])
  }
}
