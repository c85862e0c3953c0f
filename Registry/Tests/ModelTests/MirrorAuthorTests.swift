import Base
import Model
import Testing

/// The author of mirrored commits, in manifests and in records.
@Suite struct MirrorAuthorTests {
  private static let author = "Acme Releases <releases@acme.example>"
  private static let line = releaseLine("1.0.0").replacing(#""format":1"#, with: #""format":6"#)
    .replacing(#","requires":"#, with: #","mirrorAuthor":"\#(author)","requires":"#)

  @Test func `a record keeps the author of its commit`() throws {
    let release = try #require(try log(Self.line).releases.first)
    #expect(release.mirrorAuthor?.description == Self.author)
    #expect(LogRecord.release(release).line == Self.line)
    let spaced = Self.line.replacing(#""format":6"#, with: #""format": 6"#)
    #expect(try log(spaced).releases.first == release)
  }

  @Test(arguments: [
    (
      #""format":6"#, #""format":5"#,
      "mirrorAuthor: unknown key 'mirrorAuthor'\nhelp: a record that has it is of format 6"
    ),
    (
      #""mirrorAuthor":"\#(author)","#, "",
      "format: a record of format 6 has something in 'mirrorAuthor'"
    ),
    (
      author, "Acme",
      "mirrorAuthor: invalid author 'Acme', expected a name and an email such as '\(author)'"
    ),
  ])
  func `a record's author is checked`(old: String, new: String, message: String) {
    let line = Self.line.replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: \(message)")
  }

  /// Git would write each of these as something else.
  @Test(arguments: [
    "", "<a@b>", " <a@b>", "A <>", "A <a@b", "A a@b>", "A <a@b> ", "A <a <b>", "A  <a@b>",
    "A. <a@b>", "\"A\" <a@b>", "A\n <a@b>", "A <a@b\u{7F}>", "A <a@b>>",
    String(repeating: "A", count: 200) + " <a@b>",
  ])
  func `an author that git would not write is refused`(text: String) {
    #expect(throws: OperationError.self) { try MirrorAuthor(text) }
  }
}
