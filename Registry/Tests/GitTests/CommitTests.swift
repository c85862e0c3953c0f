@testable import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct CommitTests {
  let scratch = Scratch.current

  @Test func `a commit reads back, and the git program agrees`() throws {
    let repository = try scratch.open()
    let first = try repository.commit(["a": "1"])
    let tree = try repository.commit(first).tree
    let committer = try Signature(
      name: "Grace",
      email: "g@example.com",
      time: GitTime(seconds: 7, offset: -330)
    )
    let message = "Release Payments 1.4.0\n\nWith «notes».\n"
    let id = try repository.writeCommit(
      tree: tree,
      parents: [first, first],
      author: .ada(),
      committer: committer,
      message: message
    )
    #expect(
      try repository.commit(id)
        == Commit(
          id: id,
          tree: tree,
          parents: [first, first],
          author: .ada(),
          committer: committer,
          message: message
        )
    )
  }

  @Test func `a commit moves no reference`() throws {
    let repository = try scratch.open()
    _ = try repository.commit(["a": "1"])
    #expect(try repository.head() == .unborn("refs/heads/main"))
    #expect(try repository.references(matching: "*") == [])
    try scratch.git("fsck", "--strict")
  }

  @Test(arguments: [
    ("One\ntwo\n\nThree", "One two"), ("\n\n  \nOne\n", "One"), ("", ""), ("One", "One"),
  ])
  func `the summary is the first paragraph`(message: String, summary: String) throws {
    let repository = try scratch.open()
    let id = try repository.commit(["a": "1"], message: message)
    #expect(try repository.commit(id).summary == summary)
  }

  @Test func `a commit of a missing tree or parent is refused`() throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    let tree = try repository.commit(commit).tree
    for (tree, parent) in [(ObjectID.zero, commit), (tree, .zero), (tree, tree)] {
      #expect(throws: GitError.self) {
        try repository.writeCommit(
          tree: tree,
          parents: [parent],
          author: .ada(),
          committer: .ada(),
          message: "No"
        )
      }
    }
  }

  @Test func `a revision is read as git reads it`() throws {
    let repository = try scratch.open()
    let first = try scratch.commitAll("First")
    let second = try scratch.commitAll("Second")
    try scratch.git("tag", "-a", "-m", "One", "one", first.hex)
    #expect(try repository.commit(named: "HEAD") == second)
    #expect(try repository.commit(named: "main~1") == first)
    #expect(try repository.commit(named: "one") == first)
    #expect(try repository.commit(named: String(first.hex.prefix(9))) == first)
    #expect(code { _ = try repository.commit(named: "nowhere") } == .notFound)
    #expect(throws: GitError.self) { try repository.commit(named: "HEAD:") }
  }
}
