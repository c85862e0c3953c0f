import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing
import Model

/// Locks on references after a write was killed: its own, and those of a git that is at work.
@Suite(.scratchRepository)
struct AbandonedLockTests {
  @Test(arguments: ["", "id\n"])
  func `a lock that a killed run left on the branch is taken away`(_ content: String) async throws {
    let scratch = Scratch.current
    let crash = Crash(verb: .bump, point: Failpoint.noteWritten.rawValue)
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    let note = try scratch.read(".git/registry.note").split(separator: "\n")
    let new = note.first { $0.hasPrefix("to ") }.map { String($0.dropFirst(3)) } ?? ""
    try scratch.write(content.replacing("id", with: new), to: ".git/refs/heads/main.lock")
    try scratch.bump("Kitchen", "1.0.0")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
    #expect(try scratch.git("tag") == "Kitchen/1.0.0\nMenu/1.0.0")
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `a lock of another git stays, and is said to be there`() async throws {
    let scratch = Scratch.current
    let crash = Crash(verb: .undo, point: Failpoint.noteWritten.rawValue)
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    let held = try scratch.git("rev-parse", "HEAD") + "\n"
    // With another object than the noted one; empty, and older than the note; and while it packs.
    let locks = [
      (".git/refs/heads/main.lock", held), (".git/refs/tags/Menu/1.0.0.lock", held),
      (".git/packed-refs.lock", ""), (".git/packed-refs.new", "# pack-refs with: peeled\n"),
    ]
    for (file, content) in locks { try scratch.write(content, to: file) }
    try scratch.workspace().repository.finishInterruptedWrite()
    for (file, content) in locks { #expect(try scratch.read(file) == content, "\(file)") }
    #expect(try scratch.git("rev-parse", "HEAD") + "\n" == held)
  }

  @Test func `an empty lock that is older than the note stays`() async throws {
    let scratch = Scratch.current
    let crash = Crash(verb: .bump, point: Failpoint.noteWritten.rawValue)
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    let lock = ".git/refs/heads/main.lock"
    try scratch.write("", to: lock)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: "\(path)/\(lock)"
    )
    try scratch.workspace().repository.finishInterruptedWrite()
    #expect(try scratch.read(lock) == "")
  }
}
