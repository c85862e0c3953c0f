import Git
import RegistryModel
import RegistryOperations
import ScratchMonorepos
import ScratchRepositories
import Testing
import Versioning

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
