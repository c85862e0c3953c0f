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
    let error = #expect(throws: ProcessError.self) {
      try shell("echo begun; sleep 600 & wait").runUnattended(limit: .seconds(1))
    }
    #expect(error?.code == .unreachable)
    #expect(error?.message == "no answer within 1 s")
  }
}
