import Base
import Model
import Versions
import Testing

/// A log that grows, also compared with one that is read at once.
extension ReleaseLogTests {
  @Test func `a log grows by a line at its end and keeps the rest byte for byte`() throws {
    var log = ReleaseLog(file: "ChefSourcing.jsonl")
    log = try log.adding(.release(release("2.4.0"))).adding(.release(release("2.3.5")))
    let yank = Yank(
      version: try SemanticVersion("2.4.0"),
      reason: "wrong prices",
      date: try RecordDate("2026-11-22T09:00:00Z")
    )
    log = try log.adding(.yank(yank))
    #expect(
      log.text
        == [releaseLine("2.4.0"), releaseLine("2.3.5"), yankLine("2.4.0"), ""]
        .joined(separator: "\n")
    )
    #expect(log.releases.map(\.version.description) == ["2.3.5", "2.4.0"])
    #expect(try log.yank(of: SemanticVersion("2.4.0")) == yank)
    #expect(try log.yank(of: SemanticVersion("2.3.5")) == nil)
    #expect(try log.adding(.yank(yank)).text == log.text)
  }

  @Test func `a last line without its end is ended before another follows`() throws {
    let bytes = Array(releaseLine("1.0.0").utf8)
    let log = try ReleaseLog(reading: bytes, file: "x").adding(.release(release("1.0.1")))
    #expect(log.text == releaseLine("1.0.0") + "\n" + releaseLine("1.0.1") + "\n")
  }

  static let earlierTexts = [
    "",
    releaseLine("1.0.0") + "\n",
    // A merge left the last line without its end.
    releaseLine("1.0.0"),
    "\n\n" + releaseLine("1.0.0") + "\n\n",
    [releaseLine("3.0.0"), yankLine("1.0.0"), releaseLine("1.0.0"), releaseLine("3.0.0")]
      .joined(separator: "\n"),
  ]

  @Test(arguments: earlierTexts)
  func `a log that grew is the log that is read from its text`(_ text: String) throws {
    let earlier = try ReleaseLog(reading: Array(text.utf8), file: "x")
    let yank = Yank(
      version: try SemanticVersion("2.0.0"),
      reason: "wrong prices",
      date: try RecordDate("2026-11-22T09:00:00Z")
    )
    let grown = try earlier.adding(.release(release("2.0.0"))).adding(.yank(yank))
      .adding([release("2.1.0"), release("0.9.0")])
    let read = try ReleaseLog(reading: Array(grown.text.utf8), file: "x")
    #expect(grown.text.hasPrefix(text))
    #expect(grown.releases == read.releases)
    #expect(grown.releases == grown.releases.sorted { $0.version < $1.version })
    for release in grown.releases {
      #expect(grown.yank(of: release.version) == read.yank(of: release.version))
      #expect(grown.release(release.version) == release)
    }
    #expect(earlier.text == text)
  }

  @Test(arguments: zip(earlierTexts, [1, 2, 2, 5, 5]))
  func `a line that cannot be added is named by its number`(_ text: String, _ line: Int) throws {
    let earlier = try ReleaseLog(reading: Array(text.utf8), file: "x")
    let yank = Yank(
      version: try SemanticVersion("7.0.0"),
      reason: "wrong prices",
      date: try RecordDate("2026-11-22T09:00:00Z")
    )
    let refusal = refusal { _ = try earlier.adding(.yank(yank)) }
    #expect(
      refusal.hasPrefix("x:\(line): yank: version '7.0.0' is withdrawn but was never released")
    )
  }

  @Test func `a log that is full takes no more lines`() throws {
    let blanks = [UInt8](repeating: 0x0A, count: LogLimits.lines - 1)
    let log = try ReleaseLog(reading: blanks, file: "x").adding(.release(release("1.0.0")))
    #expect(
      refusal { _ = try log.adding(.release(release("1.1.0"))) }
        .hasPrefix("x: the release log has more than 100000 lines")
    )
  }
}
