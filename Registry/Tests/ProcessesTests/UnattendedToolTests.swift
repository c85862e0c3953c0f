import Errors
import Foundation
import Processes
import Testing

struct UnattendedToolTests {
  private func shell(_ script: String) -> ToolProcess {
    ToolProcess(program: "sh", arguments: ["-c", script], need: "for tests")
  }

  @Test func `a tool answers on both streams and has what it was given`() throws {
    var tool = shell("echo \"$WORD\"; cat; echo trouble >&2; exit 3")
    tool.environment = ["WORD": "one"]
    tool.input = "two\n"
    let outcome = try tool.runUnattended(limit: .seconds(60))
    #expect(outcome.status == 3)
    #expect(outcome.output == "one\ntwo\n")
    #expect(outcome.errors == "trouble\n")
  }

  @Test func `a tool has no terminal to ask a person in`() throws {
    let outcome = try shell("(: < /dev/tty) 2>/dev/null && echo asked || echo alone")
      .runUnattended(limit: .seconds(60))
    #expect(outcome.output == "alone\n")
  }

  @Test func `a tool that says nothing is killed, with what it started`() throws {
    let error = #expect(throws: OperationError.self) {
      try shell("echo begun; sleep 600 & wait").runUnattended(limit: .seconds(1))
    }
    #expect(error?.code == .unreachable)
    #expect(error?.message == "no answer within 1 s")
  }

  @Test func `a tool that does not end is killed, with what left its group`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    // Bash gives what it starts in the background groups of their own with this option.
    let script =
      "set -m; sleep 600 & echo $! > '\(file.path(percentEncoded: false))'; while :; do echo; done"
    let tool = ToolProcess(program: "bash", arguments: ["-c", script], need: "for tests")
    #expect(throws: OperationError.self) {
      try tool.runUnattended(limit: .seconds(60), total: .seconds(1))
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // It was told to end, which takes it a moment.
    let deadline = ContinuousClock.now + .seconds(60)
    while Self.runs(process), ContinuousClock.now < deadline { sched_yield() }
    #expect(!Self.runs(process))
  }

  /// A process that was killed may still have to be reaped.
  private static func runs(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state.map { !$0.contains(") Z ") } ?? true
  }

  @Test func `a tool has only the variables that it may inherit`() throws {
    var tool = shell("echo \"${HOME-none} ${PATH:+path}\"")
    tool.inherited = ["PATH"]
    #expect(try tool.runUnattended(limit: .seconds(60)).output == "none path\n")
  }

  #if os(Linux)
    @Test func `a confined tool writes only where it may, if the kernel has Landlock`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      let inside = folder.appending(path: "inside")
      try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = inside.path(percentEncoded: false)
      var tool = shell("cd '\(path)' && echo 1 > own && cat own; echo 2 > ../other && echo escaped")
      tool.confinement = path
      let outcome = try tool.runUnattended(limit: .seconds(60))
      #expect(outcome.output.hasPrefix("1\n"))
      let modules = try? String(contentsOfFile: "/sys/kernel/security/lsm", encoding: .utf8)
      if modules?.contains("landlock") ?? false { #expect(outcome.output == "1\n") }
    }
  #endif
}
