import Foundation
import ProgramTesting
import Testing

/// `registry rules`, and the page that is made of it.
struct RuleCommandTests {
  @Test func `the page of documentation is what the program prints`() async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry("rules", "--markdown")
      let page = URL(filePath: #filePath)
        .appending(path: "../../../../Documentation/reference/api-rules.md")
      #expect(run.output == (try String(contentsOf: page.standardized, encoding: .utf8)))
    }
  }

  @Test func `a rule is shown with its example`() async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry("rules", "renamed")
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("renamed: breaking\n\nThe argument labels are different"))
      #expect(
        run.output.contains(
          "It breaks the code of those who call or use it, or pass it as a value.\n\nbefore:\n"
            + "  public func bake(_ x: Int) {}\n"
        )
      )
    }
  }

  @Test func `an unknown rule is refused, and the nearest one named`() async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry("rules", "renmed")
      #expect(run.status == 1)
      #expect(run.error == "error: unknown rule 'renmed'\nhelp: did you mean 'renamed'?\n")
    }
  }
}
