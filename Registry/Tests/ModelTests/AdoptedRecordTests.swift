import Git
import Model
import Versions
import Testing

/// Records of releases that were adopted from tags.
@Suite struct AdoptedRecordTests {
  private static let line = releaseLine("1.0.0").replacing(#""format":1"#, with: #""format":5"#)
    .replacing(#","tree":"#, with: #","tag":"menu-v1.0.0","tree":"#)

  @Test func `a record keeps the tag that it was adopted from`() throws {
    let release = try #require(try log(Self.line).releases.first)
    #expect(release.tag == "menu-v1.0.0")
    #expect(LogRecord.release(release).line == Self.line)
  }

  @Test(arguments: [
    (
      #""format":5"#, #""format":4"#,
      "tag: unknown key 'tag'\nhelp: a record that has it is of format 5"
    ),
    (#""menu-v1.0.0""#, #""""#, "tag: expected a text, or no such key"),
    (#","tag":"menu-v1.0.0""#, "", "format: a record of format 5 has something in 'tag'"),
  ])
  func `a tag is checked`(old: String, new: String, message: String) {
    let line = Self.line.replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: \(message)")
  }

  @Test func `many releases are added at once, behind a line without an end`() throws {
    let text = releaseLine("1.0.0")
    let log = try ReleaseLog(reading: Array(text.utf8), file: "ChefSourcing.jsonl")
    var release = try #require(log.releases.first)
    release.version = SemanticVersion(1, 1, 0)
    var other = release
    other.version = SemanticVersion(0, 9, 0)
    let added = try log.adding([release, other])
    #expect(added.releases.map(\.version.description) == ["0.9.0", "1.0.0", "1.1.0"])
    #expect(added.text.hasPrefix(text + "\n"))
  }
}
