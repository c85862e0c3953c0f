import Base
import Apps
import Git
import Model
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct SnapshotTests {
  private func snapshot(
    _ version: String,
    failures: FailureInjection = FailureInjection { _ in }
  ) throws -> Snapshot.Result {
    try Snapshot(version: SemanticVersion(version), context: .test(failures: failures))
      .run(in: Scratch.current.workspace())
  }

  @Test func `a snapshot is a tagged commit of the pinned tree, beside the branch`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.change("Menu")
    let tip = try scratch.git("rev-parse", "HEAD")
    let result = try snapshot("1.0.0")
    #expect(try scratch.git("rev-parse", "app/1.0.0^{tree}") == result.pinned.tree.hex)
    #expect(try scratch.git("rev-parse", "app/1.0.0^{commit}~1") == tip)
    #expect(try scratch.git("cat-file", "-t", "app/1.0.0") == "tag")
    #expect(try scratch.git("rev-parse", "HEAD") == tip)
    let release = try #require(result.pinned.releases[ComponentName("Menu")])
    #expect(
      try scratch.git("log", "-1", "--format=%B", "app/1.0.0") == """
        Snapshot of app 1.0.0

        All as of commit \(tip), but for these releases:

        - Menu 1.0.0 (tree \(release.tree))
        """
    )
    try scratch.fsck()
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `the same snapshot again is success, another one of its version is refused`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    let first = try snapshot("1.0.0")
    let again = try snapshot("1.0.0")
    #expect(again.plan == nil)
    #expect(again.commit == first.commit)
    try scratch.change("Menu")
    let before = try scratch.everything()
    #expect(code { _ = try snapshot("1.0.0") } == "version-taken")
    #expect(try scratch.git("rev-parse", "app/1.0.0^{commit}") == first.commit?.hex)
    #expect(Set(try scratch.everything().keys).isSuperset(of: before.keys))
    #expect(try snapshot("1.0.1").commit != nil)
  }

  @Test(arguments: [Failpoint.lockTaken, .planned, .commitWritten, .objectsSynced])
  func `a snapshot that fails is not there`(_ point: Failpoint) throws {
    struct Interruption: Error {}
    let scratch = Scratch.current
    try scratch.makeApp()
    #expect(throws: (any Error).self) {
      try snapshot("1.0.0", failures: FailureInjection { if $0 == point { throw Interruption() } })
    }
    #expect(try scratch.git("tag", "--list", "app/*") == "")
    #expect(try snapshot("1.0.0").commit != nil)
    try scratch.fsck()
  }

  @Test func `a snapshot is of the commit that it stands on, whatever came while it waited`() throws
  {
    let scratch = Scratch.current
    try scratch.makeApp()
    let result = try snapshot(
      "1.0.0",
      failures: FailureInjection { point in
        guard point == .lockTaken else { return }
        try scratch.write("// newer\n", to: "Sources/app/App.swift")
        try scratch.commitAll("Go on meanwhile")
      }
    )
    #expect(
      try scratch.git("rev-parse", "app/1.0.0^{commit}~1") == scratch.git("rev-parse", "HEAD")
    )
    #expect(result.pinned.base.hex == (try scratch.git("rev-parse", "HEAD")))
    #expect(
      try scratch.git("rev-parse", "app/1.0.0:Sources") == scratch.git("rev-parse", "HEAD:Sources")
    )
  }

  /// What git would not check out, or not clone, is no snapshot.
  @Test(arguments: [
    ("100644 file", "1111111111111111111111111111111111111111", "not-found"),
    ("100644 file", "0000000000000000000000000000000000000000", "hostile-tree"),
    ("40000 file", "1111111111111111111111111111111111111111", "not-found"),
    ("100644 file", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "wrong-kind"),
    ("040000 file", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "hostile-tree"),
  ])
  func `a tree that nobody could clone is neither kept nor laid out`(
    entry: String,
    id: String,
    expected: String
  ) throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    _ = try scratch.git("hash-object", "-t", "tree", "-w", "--stdin")
    let bytes = stride(from: 0, to: 40, by: 2).map { offset in
      let digits = id.dropFirst(offset).prefix(2)
      return UInt8(digits, radix: 16) ?? 0
    }
    let odd = try scratch.git(
      "hash-object",
      "-t",
      "tree",
      "-w",
      "--literally",
      "--stdin",
      input: Array("\(entry)\0".utf8) + bytes
    )
    let listing = try scratch.git("ls-tree", "HEAD") + "\n040000 tree \(odd)\tOdd\n"
    let root = try scratch.git("mktree", "--missing", input: Array(listing.utf8))
    let commit = try scratch.git("commit-tree", "-p", "HEAD", "-m", "Trap", root)
    try scratch.git("update-ref", "HEAD", commit)
    // Git reads the newest commit first.
    let refusal = code { _ = try snapshot("1.0.0") }
    #expect(refusal == expected || refusal == "git-failed")
    #expect(try scratch.git("tag", "--list", "app/*") == "")
    #expect(code { try scratch.sync() } == expected)
  }

  @Test func `releases are held against their records before they are kept or laid out`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    try scratch.sync()
    let log = "Registry/releases/Menu.jsonl"
    let wrong = try scratch.read(log).replacing(/sha256:[0-9a-f]{4}/, with: "sha256:0000")
    try scratch.write(wrong, to: log)
    try scratch.commitAll("Tamper")
    #expect(code { _ = try snapshot("1.0.0") } == "checksum-mismatch")
    #expect(code { try scratch.sync() } == "checksum-mismatch")
    try scratch.git("revert", "--no-edit", "HEAD")
    try scratch.sync()
    #expect(try snapshot("1.0.0").commit != nil)
  }

  @Test func `a release with a link that leaves its folder is neither kept nor laid out`() throws {
    let scratch = Scratch.current
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    let target = try scratch.git("hash-object", "-w", "--stdin", input: Array("../../x".utf8))
    let entries = try scratch.git("ls-tree", "HEAD:Components/Menu")
    let tree = try scratch.git(
      "mktree",
      input: Array("\(entries)\n120000 blob \(target)\tlink\n".utf8)
    )
    let log = "Registry/releases/Menu.jsonl"
    let edited = try scratch.read(log).replacing(
      /"tree":"[0-9a-f]{40}"/,
      with: "\"tree\":\"\(tree)\""
    )
    try scratch.write(edited, to: log)
    try scratch.commitAll("Tamper")
    #expect(code { _ = try snapshot("1.0.0") } == "hostile-tree")
    #expect(code { try scratch.sync() } == "hostile-tree")
  }

  @Test func `a snapshot needs neither a branch nor working files, as its tag is all it makes`()
    throws
  {
    let scratch = Scratch.current
    try scratch.makeApp()
    let tree = try scratch.pinnedTree().tree
    try scratch.git("checkout", "-q", "--detach")
    #expect(try snapshot("1.0.0").pinned.tree == tree)
    #expect(try scratch.git("rev-parse", "app/1.0.0^{tree}") == tree.hex)
    let bare = "\(scratch.folder)/bare"
    try scratch.git("clone", "-q", "--bare", scratch.path, bare)
    try scratch.git("--git-dir", bare, "config", "user.name", "Ada")
    try scratch.git("--git-dir", bare, "config", "user.email", "ada@example.com")
    _ = try Snapshot(version: SemanticVersion("1.0.1"), context: .test())
      .run(in: Workspace(directory: bare))
    #expect(try scratch.git("--git-dir", bare, "rev-parse", "app/1.0.1^{tree}") == tree.hex)
  }
}
