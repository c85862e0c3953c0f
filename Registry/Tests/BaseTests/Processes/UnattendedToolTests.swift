import Base
import Foundation
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
    @Test(.enabled(if: Confinement.obstacle == nil))
    func `a confined tool reaches its own folder alone, and what it started ends with it`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      let inside = folder.appending(path: "inside")
      try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data("pepper".utf8).write(to: folder.appending(path: "secret"))
      let mark = UUID().uuidString
      let script = """
        echo 1 > own; cat own; exec 2> errors
        printf '#!/bin/sh\necho run\n' > program; chmod 755 program && ./program
        echo 2 > ../other && echo written
        cat ../secret && echo read
        echo 3 > /dev/shm/\(mark) && echo shared
        cat /proc/1/cmdline && echo seen
        chmod 777 ../secret && echo changed
        ln -s ../secret link && chmod 777 link && echo followed
        setsid sh -c 'sleep 600; : \(mark)' &
        """
      var tool = ToolProcess(program: "/bin/sh", arguments: ["-c", script])
      tool.confinement = Confinement(
        to: inside.resolvingSymlinksInPath().path(percentEncoded: false),
        programs: "/usr/bin"
      )
      let outcome = try tool.runUnattended(limit: .seconds(60))
      #expect(outcome.output == "1\nrun\n")
      #expect(outcome.status == 0)
      let errors = try String(contentsOf: inside.appending(path: "errors"), encoding: .utf8)
      let refused = errors.split(separator: "\n").filter { $0.hasPrefix("chmod: ") }
      #expect(refused.count == 2, "\(errors)")
      let commands = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
        try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
      }
      #expect(!commands.contains { $0.contains(mark) })
    }

    @Test(.enabled(if: Confinement.obstacle == nil))
    func `a confined tool that does not end is killed, with all that it started`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let mark = UUID().uuidString
      let script = "setsid sh -c 'sleep 600; : \(mark)' & wait"
      var tool = ToolProcess(program: "/bin/sh", arguments: ["-c", script])
      tool.confinement = Confinement(
        to: folder.resolvingSymlinksInPath().path(percentEncoded: false),
        programs: "/usr/bin"
      )
      #expect(throws: OperationError.self) { try tool.runUnattended(limit: .milliseconds(200)) }
      let commands = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
        try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
      }
      #expect(!commands.contains { $0.contains(mark) })
    }
  #endif
}
