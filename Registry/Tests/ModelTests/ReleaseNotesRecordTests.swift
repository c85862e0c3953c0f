import Git
import Model
import Testing

/// Records that have the notes of their releases.
@Suite struct ReleaseNotesRecordTests {
  private static let line = releaseLine("1.0.0").replacing(#""format":1"#, with: #""format":10"#)
    .replacing(#","requires""#, with: #","notes":"- leak","requires""#)

  @Test func `a record keeps the notes of its release`() throws {
    let release = try #require(try log(Self.line).releases.first)
    #expect(release.notes == "- leak")
    #expect(LogRecord.release(release).line == Self.line)
  }

  @Test(arguments: [
    (
      #""format":10"#, #""format":9"#,
      "notes: unknown key 'notes'\nhelp: a record that has it is of format 10"
    ),
    (#""- leak""#, #""""#, "notes: expected a text, or no such key"),
    (#","notes":"- leak""#, "", "format: a record of format 10 has something in 'notes'"),
  ])
  func `notes are checked`(old: String, new: String, message: String) {
    let line = Self.line.replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: \(message)")
  }
}
