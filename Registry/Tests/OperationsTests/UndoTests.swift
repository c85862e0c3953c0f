import Base
import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct UndoTests {
  @discardableResult
  private func undo(_ name: String = "Menu", _ version: String? = nil) throws -> UndoRelease.Result
  {
    try UndoRelease(
      component: name,
      version: version.map { try SemanticVersion($0) },
      context: .test()
    ).run(in: Scratch.current.workspace())
  }

  @Test func `an undone release leaves nothing`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.write("staged", to: "staged.txt")
    try scratch.git("add", "staged.txt")
    let before = try state(scratch)
    try scratch.bump("Menu", "1.0.0")
    try undo("Menu", "1.0.0")
    #expect(try state(scratch) == before)
    try scratch.fsck()
    // The version is free again, for other content too.
    try scratch.git("reset", "-q")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try undo()
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
    #expect(try scratch.git("tag") == "Menu/1.0.0")
  }

  /// Files, index, branches and tags.
  private func state(_ scratch: Scratch) throws -> [String: String] {
    var files = try scratch.everything().filter { !$0.key.hasPrefix(".git/") }
    files["index"] = try scratch.git("ls-files", "--stage")
    files["refs"] = try scratch.git("for-each-ref")
    files["status"] = try scratch.git("status", "--porcelain=v2")
    return files
  }

  @Test func `a release that others may have is not undone`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try refuse("unknown-release") { try undo("Menu", "1.1.0") }
    try refuse("unknown-release") { try undo("Kitchen") }

    try scratch.git("branch", "other")
    try refuse("release-in-use") { try undo() }
    try scratch.git("branch", "-D", "other")

    let remote = scratch.folder + "/remote"
    try scratch.git("init", "-q", "--bare", remote)
    try scratch.git("remote", "add", "origin", remote)
    try scratch.git("push", "-q", "origin", "main")
    try refuse("already-pushed") { try undo() }

    try scratch.change("Kitchen")
    try refuse("not-last-release") { try undo() }
  }

  private func refuse(_ expected: String, _ body: () throws -> Void) throws {
    let before = try Scratch.current.everything()
    #expect(code(body) == expected)
    #expect(try Scratch.current.everything() == before)
  }

  @Test func `undo refuses with words about the version that was asked for`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0", "1.1.0", "1.2.0"])
    func expect(_ version: String, _ message: String, _ help: String?) throws {
      let before = try scratch.everything()
      let error = #expect(throws: OperationError.self) { try undo("Menu", version) }
      #expect(error?.message == message)
      #expect(error?.help == help)
      #expect(try scratch.everything() == before)
    }
    let last = "the last release of 'Menu' is '1.2.0', expected '1.1.0'"
    try expect("1.1.0", last, "withdraw it with 'registry yank Menu 1.1.0 --reason WHY'")
    try scratch.change("Kitchen")
    let later =
      "the newest commit is not the release of 'Menu' 1.1.0: something was committed after it"
    try expect("1.1.0", later, "withdraw it with 'registry yank Menu 1.1.0 --reason WHY'")
    try expect("1.1.5", "'Menu' has no release '1.1.5'", "the nearest is '1.1.0'")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    try expect("1.1.0", later, "it is withdrawn already: nothing more can be done about it")
  }

  @Test func `undo refuses a release that is undone already`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0", "1.0.1"])
    try undo("Menu", "1.0.1")
    try refuse("unknown-release") { try undo("Menu", "1.0.1") }
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
  }

  @Test func `a preview has the files that become again what they were`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.bump("Menu", "1.0.0")
    let plan = try #require(
      UndoRelease(component: "Menu", context: .test()).preview(in: scratch.workspace()).plan
    )
    let log = "Registry/releases/Menu.jsonl"
    #expect(
      plan.restored.map(\.path.string)
        == [".gitattributes", "CHANGELOG.md", "Registry/manifest.json", log]
    )
    #expect(plan.restored.map(\.new) == [nil, nil, Array(manifest.utf8), nil])
    for file in plan.restored {
      #expect(try file.old == Array(scratch.read(file.path.string).utf8))
    }
    #expect(plan.files.isEmpty)
  }

  @Test func `the tag of a release commit that was amended goes, one on a branch stays`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    for isKept in [false, true] {
      try scratch.bump("Menu", "1.0.0")
      if isKept { try scratch.git("branch", "kept") }
      try scratch.git("commit", "-q", "--amend", "-m", "Release the menu")
      try undo()
      #expect(try scratch.git("tag") == (isKept ? "Menu/1.0.0" : ""))
    }
  }

  @Test func `a release commit that was amended with other files is not undone`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.write("mine", to: "mine.txt")
    try scratch.git("add", "mine.txt")
    try scratch.git("commit", "-q", "--amend", "--no-edit")
    try refuse("not-last-release") { try undo() }
  }
}
