import Base
@testable import Git
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct TagTests {
  let scratch = Scratch.current

  @Test func `an annotated tag is seen once its reference is`() throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    let id = try repository.write(
      repository.tagText(
        "Payments/1.4.0",
        target: commit,
        tagger: .ada(),
        message: "Payments 1.4.0\n"
      )
    )
    #expect(try repository.tag("Payments/1.4.0") == nil)
    try repository.updateReference(
      "refs/tags/Payments/1.4.0",
      to: id,
      expecting: nil,
      reason: "tag"
    )
    #expect(
      try repository.tag("Payments/1.4.0")
        == Tag(
          name: "Payments/1.4.0",
          id: id,
          target: commit,
          tagger: .ada(),
          message: "Payments 1.4.0\n"
        )
    )
    #expect(try scratch.git("cat-file", "-t", "Payments/1.4.0") == "tag")
    try scratch.git("fsck", "--strict")
  }

  @Test(arguments: [("+0100", 60), ("-0330", -210), ("+0000", 0)])
  func `a tag is the object that git makes`(zone: String, offset: Int) throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    let content = """
      object \(commit)
      type commit
      tag Payments/1.4.0
      tagger Ada <ada@example.com> 1700000000 \(zone)

      Payments 1.4.0

      """
    let tagger = try Signature(
      name: " Ada, ",
      email: "ada@example.com",
      time: GitTime(seconds: 1_700_000_000, offset: offset)
    )
    #expect(
      try repository.write(
        repository.tagText(
          "Payments/1.4.0",
          target: commit,
          tagger: tagger,
          message: "Payments 1.4.0\n"
        )
      ).hex == scratch.git(["mktag"], input: Array(content.utf8))
    )
  }

  @Test func `tags of all kinds are listed`() throws {
    let repository = try scratch.open()
    let commit = try scratch.commitAll()
    try scratch.git("tag", "P/1", commit.hex)
    try scratch.git("tag", "-a", "-m", "Two", "P/2", commit.hex)
    try scratch.git("tag", "-a", "-m", "Three", "P/3", "P/2")
    try scratch.git("tag", "Q/1", commit.hex)
    let tags = try repository.tags(matching: "P/*")
    #expect(tags.map(\.name) == ["P/1", "P/2", "P/3"])
    #expect(tags.map(\.target) == [commit, commit, commit])
    #expect(tags.map { $0.id != $0.target } == [false, true, true])
    #expect(tags.map(\.message) == [nil, "Two\n", "Three\n"])
  }

  @Test(arguments: ["", "a..b", "a b", "-a", "a\0b", "a/"])
  func `a tag name that git refuses is refused`(name: String) throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    #expect(
      code { _ = try repository.tagText(name, target: commit, tagger: .ada(), message: "") }
        == .invalid
    )
  }

  @Test func `the tags of a folder are found among others whose names begin alike`() throws {
    let repository = try scratch.open()
    try repository.updateReference(
      "refs/heads/main",
      to: repository.commit(["a": "1"]),
      expecting: nil,
      reason: "first"
    )
    // A mark after the slash is one character with it, and none that ends the folder's name.
    let inside = ["Menu/1.0.0", "Menu/1.0.0-rc/1", "Menu/\u{301}", "Menu/z"]
    for name in inside + ["Men/1", "Menu-2/1", "Menu0/1", "Menue", "menu/1"] {
      try scratch.git("tag", name, "main")
    }
    let tags = try repository.tagNames()
    #expect(Set(tags.names(in: "refs/tags/Menu")) == Set(inside.map { "refs/tags/\($0)" }))
    #expect(Array(tags.names(in: "refs/tags/Menu/1.0.0-rc")) == ["refs/tags/Menu/1.0.0-rc/1"])
    #expect(tags.names(in: "refs/tags/Kitchen").isEmpty)
  }
}
