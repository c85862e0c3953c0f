import ProgramTesting
import Testing

/// What each command says of itself.
struct HelpTests {
  static let verbs = [
    "init", "set", "lint", "check", "completion",
    "status", "change", "bump", "plan", "release", "diff", "rules", "audit", "docs", "log", "yank",
    "undo",
    "verify", "tags",
    "pins", "pin", "unpin", "resolve", "outdated", "why", "sync", "build", "run", "test", "exec",
    "cache",
    "add", "new", "extract", "move", "remove", "graph", "affected", "snapshot", "serve", "token",
    "export", "sign",
    "publish", "mirror", "archive", "use",
  ]

  static let nested = [
    "cache show", "cache verify", "cache export", "cache import", "cache clean",
    "token create", "token list", "token revoke",
  ]

  @Test(arguments: verbs + nested)
  func `help names the effect, shows an example and fits 80 columns`(verb: String) async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry(["help"] + verb.split(separator: " ").map(String.init))
      #expect(run.status == 0)
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      let effect = try #require(lines.first?.wholeMatch(of: /OVERVIEW: ([A-Z][a-z]+),? .*\./))
      #expect(!effect.1.hasSuffix("s") && !effect.1.hasSuffix("ing"), "not in the imperative")
      #expect(lines.contains { $0.hasPrefix("  registry \(verb)") }, "no example")
      #expect(lines.filter { $0.count > 80 } == [])
      // The same letter everywhere.
      for option in ["-n, --dry-run", "-C, --directory"] {
        #expect(!run.output.contains("  \(option.dropFirst(4))"), "without '\(option.prefix(2))'")
      }
    }
  }

  @Test func `the list of commands has those that are tested here`() async throws {
    try await Sandbox.with { sandbox in
      let overview = try await sandbox.registry("--help").output
      #expect(overview.split(separator: "\n").filter { $0.count > 80 } == [])
      let listed = overview.matches(of: /\n  ([a-z]+) {2,}[A-Z]/).map { String($0.1) }
      #expect(listed.sorted() == Self.verbs.sorted())
      for verb in ["cache", "token"] {
        let help = try await sandbox.registry("help", verb).output
        let listed = help.matches(of: /\n  ([a-z]+)(?: \(default\))? {2,}[A-Z]/)
          .map { "\(verb) \($0.1)" }
        #expect(listed.sorted() == Self.nested.filter { $0.hasPrefix(verb) }.sorted())
      }
    }
  }

  @Test func `the reference lists each command, and no other`() throws {
    let rows = try Transcript.text(of: "reference/commands.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let listed = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([a-z]+)`/).map { String($0.1) }
    }
    #expect(listed.sorted() == Self.verbs.sorted())
  }

  @Test func `the page of JSON has a section for each command that prints some`() throws {
    let sections = try Transcript.text(of: "reference/registry-json.md").matches(
      of: /\n## ([a-z, ]+)/
    )
    .flatMap { $0.1.split(separator: ", ").map(String.init) }
    #expect(sections.sorted() == Self.verbs.filter { $0 != "serve" }.sorted())
  }
}
