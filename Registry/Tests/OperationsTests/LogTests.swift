import Git
import Model
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct LogTests {
  let scratch = Scratch.current

  /// Releases Menu 1.0.0, Kitchen 1.0.0, Menu 1.1.0 and Menu 1.0.1 at one hour after the other.
  private func release() throws {
    try scratch.makeMonorepo()
    for (hour, release) in [
      ("Menu", "1.0.0"), ("Kitchen", "1.0.0"), ("Menu", "1.1.0"), ("Menu", "1.0.1"),
    ].enumerated() {
      try scratch.change(release.0)
      try scratch.bump(
        release.0,
        release.1,
        notes: "Notes of \(release.1).",
        context: .test(at: 1_763_715_600 + Int64(hour) * 3600)
      )
    }
  }

  private func names(_ log: Log) throws -> [String] {
    try log.run(in: scratch.workspace()).map { "\($0.component) \($0.release.version)" }
  }

  @Test func `releases come by version or by date, newest first`() throws {
    try release()
    #expect(
      try names(Log(of: ["Menu"], by: .version)) == ["Menu 1.1.0", "Menu 1.0.1", "Menu 1.0.0"]
    )
    #expect(try names(Log(of: ["Menu"], by: .date)) == ["Menu 1.0.1", "Menu 1.1.0", "Menu 1.0.0"])
    #expect(
      try names(Log(by: .date)) == ["Menu 1.0.1", "Menu 1.1.0", "Kitchen 1.0.0", "Menu 1.0.0"]
    )
    #expect(try names(Log(by: .date, limit: 2)) == ["Menu 1.0.1", "Menu 1.1.0"])
  }

  @Test func `notes are read from the changelog where they are asked for`() throws {
    try release()
    let notes = try Log(of: ["Menu"], by: .version, withNotes: true).run(in: scratch.workspace())
      .map(\.notes)
    #expect(
      notes
        == ["1.1.0", "1.0.1", "1.0.0"].map { version in
          version == "1.0.0"
            ? "First release.\n\nNotes of 1.0.0."
            : "Notes of \(version).\n\n#### Changed\n\n- Change"
        }
    )
    #expect(try Log(by: .date).run(in: scratch.workspace()).allSatisfy { $0.notes == nil })
  }

  @Test func `a component that left the manifest keeps its releases`() throws {
    try release()
    try scratch.writeManifest(["Menu"])
    try scratch.commitAll()
    #expect(try names(Log(of: ["Kitchen"], by: .version)) == ["Kitchen 1.0.0"])
    #expect(code { _ = try names(Log(of: ["Kithcen"], by: .version)) } == "unknown-component")
  }

  @Test func `nothing was released before the first commit`() throws {
    try scratch.writeManifest(["Menu"])
    #expect(try names(Log(by: .date)) == [])
  }

  @Test func `notes are found whatever ends the lines of the changelog`() throws {
    try release()
    let changelog = try scratch.read("CHANGELOG.md")
    try scratch.write(changelog.replacing("\n", with: "\r\n"), to: "CHANGELOG.md")
    try scratch.commitAll()
    let notes = try Log(of: ["Kitchen"], by: .version, withNotes: true).run(in: scratch.workspace())
    #expect(notes.map(\.notes) == ["First release.\n\nNotes of 1.0.0."])
  }
}
