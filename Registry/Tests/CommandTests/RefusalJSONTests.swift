import ProgramTesting
import Testing

/// What `--json` makes of a refusal.
struct RefusalJSONTests {
  @Test func `a refusal is an object with its code, on standard output`() async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry("bump", "Mneu", "1.0.0", "--json")
      #expect(
        run.output == """
          {
            "error" : {
              "code" : "unknown-component",
              "help" : "did you mean 'Menu'?",
              "message" : "unknown component 'Mneu'"
            }
          }

          """
      )
      #expect(run.error == "error: unknown component 'Mneu'\nhelp: did you mean 'Menu'?\n")
      #expect(run.status == 1)
    }
  }
}
