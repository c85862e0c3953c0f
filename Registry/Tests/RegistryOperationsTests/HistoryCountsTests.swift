import Files
import Git
import ScratchMonorepos
import ScratchRepositories
import Testing

@testable import Inspection
@testable import Workspace

@Suite(.scratchRepository)
struct HistoryCountsTests {
  let scratch = Scratch.current

  /// What is counted with the help of earlier runs, every one of which is remembered.
  private func states() throws -> [ComponentStatus.State] {
    try Status(longWalk: 3).run(in: scratch.workspace()).map(\.state)
  }

  private func counted() throws -> [ComponentStatus.State] {
    try LocalFile.removeAll("\(scratch.path)/.registry")
    return try Status().run(in: scratch.workspace()).map(\.state)
  }

  private var file: String { "\(scratch.path)/.registry/counts" }

  private func makeHistory() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    for name in ["Menu", "Kitchen", "Menu", "Menu"] { try scratch.change(name) }
  }

  @Test func `what was counted is taken over, and what came after is added`() throws {
    try makeHistory()
    #expect(try states() == [.changed(commits: 1), .changed(commits: 3)])
    let text = try #require(try LocalFile.read(file))
    let counts = try #require(HistoryCounts(reading: text))
    // Counts that no history would give, to see where an answer comes from.
    let marked = HistoryCounts(tip: counts.tip, counts: counts.counts.mapValues { $0 + 100 })
    try scratch.write(String(decoding: marked.text(), as: UTF8.self), to: ".registry/counts")
    #expect(try states() == [.changed(commits: 101), .changed(commits: 103)])
    try scratch.change("Kitchen")
    #expect(try states() == [.changed(commits: 102), .changed(commits: 103)])
  }

  @Test func `a short walk leaves nothing behind`() throws {
    try makeHistory()
    _ = try Status().run(in: scratch.workspace())
    #expect(LocalFile.kind(at: "\(scratch.path)/.registry") == nil)
  }

  @Test func `a shallow clone remembers nothing, since its history changes when it is fetched on`()
    throws
  {
    try makeHistory()
    let clone = scratch.folder + "/shallow"
    try scratch.git("clone", "-q", "--depth=2", "file://" + scratch.path, clone)
    _ = try Status(longWalk: 0).run(in: Workspace(directory: clone))
    #expect(LocalFile.kind(at: "\(clone)/.registry/counts") == nil)
    try scratch.git("-C", clone, "fetch", "-q", "--unshallow")
    #expect(
      try Status(longWalk: 0).run(in: Workspace(directory: clone)).map(\.state)
        == [.changed(commits: 1), .changed(commits: 3)]
    )
    #expect(LocalFile.kind(at: "\(clone)/.registry/counts") == .file)
  }

  @Test func `git passes over what is left`() throws {
    try makeHistory()
    _ = try states()
    #expect(LocalFile.kind(at: file) == .file)
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `what is not as it was written is not believed`() throws {
    try makeHistory()
    let expected = try states()
    let text = try #require(try LocalFile.read(file))
    for index in text.indices {
      var damaged = text
      damaged[index] ^= 1
      #expect(HistoryCounts(reading: damaged) == nil)
      #expect(HistoryCounts(reading: Array(text[..<index])) == nil)
    }
    try scratch.write(String(decoding: text.dropLast(10), as: UTF8.self), to: ".registry/counts")
    #expect(try states() == expected)
  }

  @Test func `merges, resets and releases count as ever`() throws {
    try makeHistory()
    _ = try states()
    try scratch.git("checkout", "-q", "-b", "side", "HEAD~2")
    try scratch.change("Kitchen")
    #expect(try states() == counted())
    _ = try states()
    try scratch.git("checkout", "-q", "main")
    try scratch.git("merge", "-q", "--no-edit", "-X", "ours", "side")
    #expect(try states() == counted())
    try scratch.change("Menu")
    #expect(try states() == counted())
    _ = try states()
    try scratch.bump("Menu", "1.1.0")
    try scratch.change("Menu")
    #expect(try states() == counted())
    _ = try states()
    try scratch.git("reset", "-q", "--hard", "HEAD~4")
    #expect(try states() == counted())
  }
}
