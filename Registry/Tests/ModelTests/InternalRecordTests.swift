import Model
import Versions
import Testing

/// Releases for the apps of the repository, in manifests and in records.
@Suite struct InternalRecordTests {
  private static let line =
    #"{"date":"2026-11-21T09:00:00Z","format":8,"internal":true,"#
    + #""requires":{"FlowKit":{"from":"1.2.0"}},"source":"\#(Digits.source)","#
    + #""tree":"\#(Digits.tree)","version":"1.0.0"}"#

  @Test func `a record has no archive, and is written as it was read`() throws {
    let release = try #require(try log(Self.line).releases.first)
    #expect(release.isInternal && release.archive == nil && release.edits == [:])
    #expect(LogRecord.release(release).line == Self.line)
    #expect(try log(" " + Self.line).releases.first == release)
  }

  @Test(arguments: [
    (
      #""format":8"#, #""format":7"#,
      "internal: unknown key 'internal'\nhelp: a record that has it is of format 8"
    ),
    (#""internal":true,"#, "", "missing key 'archive'"),
    (#""internal":true"#, #""internal":false"#, "internal: expected 'true', or no such key"),
    (
      #"{"date""#, #"{"archive":"\#(Digits.archive)","date""#,
      "archive: an internal release has no 'archive'"
    ),
  ])
  func `a record is public or internal`(old: String, new: String, message: String) {
    let line = Self.line.replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: \(message)")
  }

  @Test func `the published part of a log has its withdrawals`() throws {
    let text = [
      Self.line, releaseLine("1.1.0"), yankLine("1.0.0"), yankLine("1.1.0"), releaseLine("1.2.0"),
    ].joined(separator: "\n")
    let published = try log(text).published()
    #expect(published.releases.map(\.version.description) == ["1.1.0", "1.2.0"])
    #expect(published.yank(of: published.releases[0].version) != nil)
    #expect(published.text.split(separator: "\n").count == 3)
  }

  @Test func `a component says otherwise than the manifest`() throws {
    let text = """
      {
        "components": {
          "A": { "path": "a" },
          "B": { "path": "b", "release": "public" }
        },
        "release": "internal",
        "schema": 1,
        "scope": "s"
      }
      """
    let manifest = try ManifestDocument(reading: Array(text.utf8), file: "m").manifest
    let kinds = manifest.components.sorted { $0.key < $1.key }.map { manifest.kind(of: $0.key) }
    #expect(kinds == [.internal, .public])
    let read = try ManifestDocument(reading: Array(manifest.text.utf8), file: "m").manifest
    #expect(read == manifest)
  }

  @Test(arguments: [
    (
      #""release": "internal""#, #""release": "house""#,
      "invalid value 'house', expected 'public' or 'internal'"
    ),
    (
      #""release": "public""#, #""private": true, "release": "public""#,
      "a private component is never released"
    ),
  ])
  func `reading refuses an unknown release setting, and one of a private component`(
    old: String,
    new: String,
    message: String
  ) {
    let text =
      #"{"components": {"B": {"path": "b", "release": "public"}}, "release": "internal","#
      + #" "schema": 1, "scope": "s"}"#
    let refused = refusal {
      _ = try ManifestDocument(reading: Array(text.replacing(old, with: new).utf8), file: "m")
    }
    #expect(refused.contains(message), "\(refused)")
  }
}
