import Base
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

  /// What stands in the header, the bytes of a text, and what it says.
  private static let encodings: [(String?, [UInt8], String)] = [
    (nil, Array("Bär «1» €".utf8), "Bär «1» €"),
    ("UTF-8", Array("Bär".utf8), "Bär"),
    ("ISO-8859-1", [0x42, 0xE4, 0x72, 0x80], "Bär€"),
    ("latin1", [0xC3, 0xA4], "Ã¤"),
    ("windows-1252", [0x84, 0x42, 0xE4, 0x72, 0x93, 0x81], "„Bär“\u{81}"),
    ("ISO-8859-15", [0xA4, 0xBD, 0xE9], "€œé"),
    // Without a header, and with one that is not known here.
    (nil, [0x42, 0xE4, 0x72], "Bär"),
    ("KOI8-R", [0xC2, 0xE4], "Âä"),
    ("KOI8-R", Array("мир".utf8), "мир"),
  ]

  @Test(arguments: encodings.indices)
  func `a text is read in the encoding that the commit names`(_ index: Int) throws {
    let (encoding, bytes, text) = Self.encodings[index]
    let content =
      Array("tree \(ObjectID.emptyTree)\nauthor ".utf8) + bytes
      + Array(" <a@example.com> 1 +0000\ncommitter Ada <ada@example.com> 2 +0000\n".utf8)
      + Array((encoding.map { "encoding \($0)\n" } ?? "").utf8) + Array("\n".utf8) + bytes
    let repository = try scratch.open()
    let commit = try repository.commit(repository.writeObject(content, .commit))
    #expect(commit.message == text)
    #expect(commit.author.name == text)
  }

  @Test func `no two bytes are read as one character`() throws {
    let bytes = (UInt8(1)...255).filter { $0 != UInt8(ascii: "\n") }
    let content =
      Array("tree \(ObjectID.emptyTree)\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\n".utf8)
    let repository = try scratch.open()
    let commit = try repository.commit(repository.writeObject(content + bytes, .commit))
    #expect(Set(commit.message.unicodeScalars).count == bytes.count)
  }

  @Test(arguments: [-1, 1 << 32, .max])
  func `a time that would become another one is refused`(_ seconds: Int64) throws {
    let refusal = OperationError(
      .invalid,
      "invalid time of a commit, \(seconds) seconds since 1970, expected one from 1970 to 2106",
      help: "set the system's clock: 'date' shows it"
    )
    #expect(throws: refusal) {
      _ = try Signature(name: "A", email: "a@example.com", time: GitTime(seconds: seconds))
    }
    // What another program wrote can be read, and not be written again as something else.
    let content = """
      tree \(ObjectID.emptyTree)
      author A <a> 1 +0000
      committer A <a> \(seconds) +0000

      """
    let repository = try scratch.open()
    let id = try repository.writeObject(Array(content.utf8), .commit)
    let committer = try repository.commit(id).committer
    #expect(committer.time.seconds == seconds)
    #expect(throws: refusal) {
      try repository.write(repository.tagText("1.0.0", target: id, tagger: committer, message: ""))
    }
  }

  @Test func `a commit of a missing tree or parent is refused`() throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    let tree = try repository.commit(commit).tree
    for (tree, parent) in [(ObjectID.zero, commit), (tree, .zero), (tree, tree)] {
      #expect(throws: OperationError.self) {
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
    #expect(throws: OperationError.self) { try repository.commit(named: "HEAD:") }
  }
}
