import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct MovedFolderTests {
  let scratch = Scratch.current

  /// The subjects of the commits of what is in a folder now, newest first.
  ///
  /// What the file `place` of a commit says is where the folder is.
  private func history(
    of folder: String,
    without others: [String] = [],
    since: String? = nil
  ) throws -> [String] {
    let repository = try scratch.open()
    let record = FolderRecord(in: try TreePath("place"), of: try TreePath("one")) {
      root,
      repository in
      guard let entry = try? repository.entry(at: TreePath("place"), in: root),
        let bytes = try? repository.blob(entry.id)
      else { return nil }
      return try? TreePath(String(decoding: bytes, as: UTF8.self))
    }
    let since = try since.map { try repository.commit(named: $0) }
    var graph = CommitGraph()
    let found = try repository.commits(
      of: [
        PathQuery(
          following: TreePath(folder),
          without: others.map { try TreePath($0) },
          since: since,
          record: record
        )
      ],
      from: repository.commit(named: "HEAD"),
      graph: &graph
    )
    return try found[0].map { try repository.commit($0).summary }
  }

  private func begin() throws {
    for file in ["one", "two", "in/three"] { try scratch.write(file, to: "old/a/\(file)") }
    try scratch.write("of the other", to: "old/b/one")
    try scratch.write("old/a", to: "place")
    try scratch.commitAll("Begin")
    try change("old/a", "First")
  }

  private func change(_ folder: String, _ message: String) throws {
    try scratch.write(message, to: "\(folder)/change")
    try scratch.commitAll(message)
  }

  private func removeRecord() throws {
    try scratch.git("rm", "-q", "place")
    try scratch.commitAll("Record nothing")
  }

  private func move(_ from: String, _ to: String, _ message: String = "Move") throws {
    try scratch.git("mv", from, to)
    try scratch.commitAll(message)
  }

  @Test func `a folder is followed to where it was recorded, whatever became of its files`() throws
  {
    try begin()
    try scratch.git("rm", "-rq", "old/a")
    try scratch.write("all new", to: "new/a/all")
    try scratch.write("new/a", to: "place")
    try scratch.commitAll("Write it again")
    try change("new/a", "Second")
    #expect(try history(of: "new/a") == ["Second", "Write it again", "First", "Begin"])
    #expect(try history(of: "new/a", since: "HEAD~2") == ["Second", "Write it again"])
  }

  @Test func `what does not count of a folder is no part of its history, wherever it was`() throws {
    try begin()
    try change("old/a/in/x", "Left out")
    try change("old/a/in", "Beside it")
    try move("old/a/in/x", "old/a/in/away", "Move it out")
    try move("old/a/in/away", "old/a/in/x", "Move it in")
    try scratch.git("mv", "old", "new")
    try scratch.write("new/a", to: "place")
    try scratch.commitAll("Move")
    try change("new/a/in/x", "Left out there")
    try scratch.git("rm", "-rq", "new/a/in/x")
    try scratch.write("now a file", to: "new/a/in/x")
    try scratch.commitAll("Make it a file")
    try change("new/a", "Second")
    #expect(
      try history(of: "new/a", without: ["in/x", "gone"])
        == ["Second", "Move", "Move it in", "Move it out", "Beside it", "First", "Begin"]
    )
    #expect(try history(of: ".", without: ["old", "new", "place"]) == [])
  }

  @Test func `a folder that becomes a file is a change, whatever does not count of it`() throws {
    try scratch.write("1", to: "a/in/x/one")
    try scratch.write("1", to: "a/one")
    try scratch.write("a", to: "place")
    try scratch.commitAll("Begin")
    try scratch.git("rm", "-rq", "a/in")
    try scratch.commitAll("Remove what does not count")
    try scratch.write("2", to: "a/in")
    try scratch.commitAll("Make it a file")
    #expect(try history(of: "a", without: ["in/x"]) == ["Make it a file", "Begin"])
  }

  @Test(arguments: [false, true])
  func `the record may be changed before or after the move`(isBefore: Bool) throws {
    try begin()
    if !isBefore { try move("old", "new") }
    try scratch.write("new/a", to: "place")
    try scratch.commitAll("Record")
    if isBefore { try move("old", "new") }
    try change("new/a", "Second")
    #expect(try history(of: "new/a") == ["Second", "Move", "First", "Begin"])
  }

  @Test func `folders that changed places keep their own histories`() throws {
    try begin()
    try change("old/b", "Of the other")
    try scratch.git("mv", "old/a", "kept")
    try scratch.git("mv", "old/b", "old/a")
    try scratch.git("mv", "kept", "old/b")
    try scratch.write("old/b", to: "place")
    try scratch.commitAll("Swap")
    #expect(try history(of: "old/b") == ["Swap", "First", "Begin"])
  }

  @Test func `history follows a renamed folder without a record by most of its files`() throws {
    try begin()
    try removeRecord()
    try scratch.git("mv", "old", "new")
    try scratch.write("other text", to: "new/a/one")
    try scratch.commitAll("Move")
    try move("new/a", "a", "Move again")
    #expect(try history(of: "a") == ["Move again", "Move", "First", "Begin"])
  }

  @Test func `a new folder is not the one that went away with some of the same files`() throws {
    try begin()
    try removeRecord()
    try scratch.git("rm", "-rq", "old/a")
    for file in ["one", "two"] { try scratch.write(file, to: "new/\(file)") }
    for file in ["four", "five", "six"] { try scratch.write(file, to: "new/\(file)") }
    try scratch.commitAll("Replace")
    #expect(try history(of: "new") == ["Replace"])
  }

  @Test func `a copy does not take the history along`() throws {
    try begin()
    try removeRecord()
    for file in ["one", "two", "in/three", "change"] {
      try scratch.write(scratch.read("old/a/\(file)"), to: "new/\(file)")
    }
    try scratch.commitAll("Copy")
    #expect(try history(of: "new") == ["Copy"])
  }

  @Test func `changes on a branch from before the move are found where they were made`() throws {
    try begin()
    let base = try scratch.git("rev-parse", "HEAD")
    try scratch.git("switch", "-q", "-c", "side")
    try scratch.write("late", to: "old/a/late")
    try scratch.commitAll("On the side")
    try scratch.git("switch", "-q", "main")
    try scratch.git("mv", "old", "new")
    try scratch.write("new/a", to: "place")
    try scratch.commitAll("Move")
    try scratch.git("-c", "merge.directoryRenames=true", "merge", "-q", "--no-edit", "side")
    #expect(try Set(history(of: "new/a", since: base)) == ["Move", "On the side"])
  }

  @Test func `a folder that moved away and back has all of its history`() throws {
    try begin()
    try move("old/a", "new")
    try scratch.write("new", to: "place")
    try scratch.commitAll("Record")
    try change("new", "Second")
    try move("new", "old/a", "Move back")
    try scratch.write("old/a", to: "place")
    try scratch.commitAll("Record again")
    #expect(try history(of: "old/a") == ["Move back", "Second", "Move", "First", "Begin"])
  }
}
