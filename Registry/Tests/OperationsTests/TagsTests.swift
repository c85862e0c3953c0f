import Base
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct TagsTests {
  let scratch = Scratch.current

  /// Releases Menu 1.0.0 and 1.1.0 and Kitchen 1.0.0; returns what their tags are.
  private func release() throws -> String {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    return try allTags()
  }

  private func allTags() throws -> String {
    try scratch.git("for-each-ref", "refs/tags")
  }

  private func removeTags() throws {
    try scratch.git("tag", "-d", "Menu/1.0.0", "Menu/1.1.0", "Kitchen/1.0.0")
  }

  private func tags(_ names: String..., at path: String? = nil) throws -> Tags.Result {
    try Tags(of: names, context: .test()).run(
      in: Workspace(directory: path ?? scratch.path)
    )
  }

  @Test func `tags come back as they were, and only once`() throws {
    let before = try release()
    try removeTags()
    let workspace = try scratch.workspace()
    let planned = try Tags(context: .test()).preview(in: workspace)
    #expect(planned.tags == ["Kitchen/1.0.0", "Menu/1.0.0", "Menu/1.1.0"])
    #expect(try allTags() == "")
    let made = try tags()
    #expect(made.tags == planned.tags && made.unavailable == planned.unavailable)
    #expect(try allTags() == before)
    #expect(try tags().tags == [])
  }

  @Test func `only the tags of the components that are named are made`() throws {
    _ = try release()
    try removeTags()
    #expect(try tags("Kitchen").tags == ["Kitchen/1.0.0"])
    #expect(try scratch.git("tag") == "Kitchen/1.0.0")
  }

  @Test func `a commit that is checked out, a merge and a bare clone stand against nothing`()
    throws
  {
    let before = try release()
    let bare = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", "--no-tags", ".", bare)
    try removeTags()
    try scratch.git("switch", "-q", "--detach")
    try scratch.write(scratch.git("rev-parse", "HEAD") + "\n", to: ".git/MERGE_HEAD")
    #expect(try tags().tags.count == 3)
    #expect(try allTags() == before)
    #expect(try tags(at: bare).tags.count == 3)
    #expect(try scratch.git("--git-dir", bare, "for-each-ref", "refs/tags") == before)
  }

  @Test func `tags reports commits that a shallow clone lacks, and makes no tags for them`() throws
  {
    _ = try release()
    try scratch.change("Kitchen")
    let clone = scratch.folder + "/shallow"
    let source = "file://" + scratch.path
    // The commit of Menu 1.1.0 and the one before it, which seems to have brought all it has.
    try scratch.git("clone", "-q", "--depth=3", "--no-tags", source, clone)
    let result = try tags(at: clone)
    #expect(result.tags == ["Menu/1.1.0"])
    #expect(result.unavailable.map(\.name) == ["Kitchen/1.0.0", "Menu/1.0.0"])
    #expect(result.unavailable.map(\.reason) == [.shallowClone, .shallowClone])
  }

  @Test func `a commit that brought several releases at once is none of them but the last`() throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.git("switch", "-q", "-c", "work")
    for version in ["1.1.0", "1.2.0"] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version)
    }
    try scratch.git("switch", "-q", "main")
    try scratch.git("merge", "-q", "--squash", "work")
    try scratch.git("commit", "-q", "-m", "Squash")
    try scratch.git("tag", "-d", "Menu/1.1.0", "Menu/1.2.0")
    let result = try tags()
    #expect(result.tags == ["Menu/1.2.0"] && result.unavailable.map(\.name) == ["Menu/1.1.0"])
    #expect(result.unavailable.map(\.reason) == [.noCommit])
    let findings = try Verify().run(in: scratch.workspace()).findings
    #expect(findings.allSatisfy { $0.severity == .note })
  }

  @Test func `tags reports names that another tag blocks, and does not make those tags`() throws {
    _ = try release()
    try removeTags()
    try scratch.git("tag", "Menu")
    let result = try tags()
    #expect(result.tags == ["Kitchen/1.0.0"])
    #expect(result.unavailable.map(\.name) == ["Menu/1.0.0", "Menu/1.1.0"])
    #expect(result.unavailable.map(\.reason) == [.conflict, .conflict])
  }

  @Test func `a component that left the manifest keeps its tags`() throws {
    _ = try release()
    try scratch.writeManifest(["Menu"])
    try scratch.commitAll()
    try removeTags()
    #expect(try tags("Kitchen").tags == ["Kitchen/1.0.0"])
    #expect(code { _ = try tags("Kithcen") } == "unknown-component")
  }

  @Test func `a version whose release was reverted is not given again`() throws {
    _ = try release()
    let made = try scratch.git("rev-parse", "--short=12", "HEAD")
    try scratch.git("revert", "--no-edit", "HEAD")
    let reverted = try scratch.git("rev-parse", "--short=12", "HEAD")
    let error = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.1.0") }
    #expect(error?.code == .tagExists)
    #expect(
      error?.message
        == "'Menu' 1.1.0 was released in the commit '\(made)' of this branch, and '\(reverted)'"
        + " removed its record"
    )
    #expect(
      error?.help
        == "a version is released once: put the record back with 'git revert \(reverted)', or"
        + " release a newer one, such as 1.1.1"
    )
    try scratch.git("revert", "--no-edit", reverted)
    #expect(try Verify().run(in: scratch.workspace()).findings == [])
  }

  @Test func `the revert of a commit that did more than remove a record is not advised`() throws {
    _ = try release()
    let made = try scratch.git("rev-parse", "--short=12", "HEAD")
    try scratch.git("revert", "--no-commit", "HEAD")
    try scratch.change("Menu")
    try scratch.commitAll()
    let error = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.1.0") }
    #expect(error?.code == .tagExists)
    #expect(
      error?.help
        == "a version is released once: put the record back by adding its line to"
        + " 'Registry/releases/Menu.jsonl' again, as in"
        + " 'git show \(made):Registry/releases/Menu.jsonl', or release a newer one, such as 1.1.1"
    )
  }

  @Test func `a version of another branch is not given again`() throws {
    _ = try release()
    try scratch.git("switch", "-q", "-c", "work", "HEAD~1")
    try scratch.change("Menu")
    let error = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.1.0") }
    #expect(error?.code == .tagExists)
    #expect(error?.message.contains("was released on another branch") == true)
    try scratch.bump("Menu", "1.1.1")
  }

  @Test func `withdrawing a release makes the tags that are missing`() throws {
    let before = try release()
    try scratch.git("tag", "-d", "Menu/1.1.0")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.0.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    #expect(try allTags() == before)
  }
}
