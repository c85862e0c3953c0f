import ProgramTesting
import Testing

/// What is said of a word that is no command or option.
struct MisusedWordTests {
  @Test(arguments: [
    ("list", "'status' (components), or 'log' (releases)"),
    ("ls", "'status' (components), or 'log' (releases)"),
    ("show", "'log' (releases), or 'diff' (changes)"),
    ("version", "'--version'"),
    ("token ls", "'list'"),
    ("verfy", "'verify'"),
    ("search", "'status' (components), or 'log' (releases)"),
    ("versions", "'log'"),
    ("changelog", "'log' (with '--format markdown')"),
    ("login", "'use' (with '--token-file', for a client), or 'token' (of a server)"),
    ("completions", "'completion'"),
    ("--verion", "'--version'"),
    ("bump Menu --mnior", "'--minor'"),
    ("bump Menu --pacth", "'--patch'"),
    ("status --chnaged", "'--changed'"),
    ("status --nothing-like-it", nil),
  ])
  func `the word that is meant is named`(typed: String, suggestion: String?) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let run = try await sandbox.registry(typed.split(separator: " ").map(String.init))
      #expect(run.status == 2)
      let lines = run.error.split(separator: "\n").map(String.init)
      let word = typed.split(separator: " ").last ?? ""
      #expect(lines[0].hasPrefix("error: unknown "))
      #expect(lines[0].hasSuffix("'\(word)'"))
      let help = lines.first { $0.hasPrefix("help: ") }
      #expect(help == suggestion.map { "help: did you mean \($0)?" })
    }
  }

  @Test func `an option in front of the command is sent behind it`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      for option in ["-C", "--json"] {
        let run = try await sandbox.registry(option, "status")
        #expect(run.status == 2)
        let help = "help: options follow the command: 'registry status \(option)'\n"
        #expect(run.error.contains(help), "\(run.error)")
      }
      let unknown = try await sandbox.registry("--nowhere", "status")
      #expect(!unknown.error.contains("help:"), "\(unknown.error)")
    }
  }

  @Test(arguments: ["Menu=1.0.1", "Menu@1.0.1"])
  func `a pin takes name and version as two words`(typed: String) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let run = try await sandbox.registry("pin", typed)
      #expect(run.status == 2)
      let message = "invalid name '\(typed)', expected name and version as two words"
      let form = "'registry pin Menu 1.0.1'"
      #expect(run.error.hasPrefix("error: \(message): \(form)\nUsage: "), "\(run.error)")
    }
  }

  @Test(arguments: [
    ("diff Menu=1.2.0", "unknown component 'Menu=1.2.0'", "did you mean 'Menu 1.2.0'?"),
    ("log Menu@1.2.0", "unknown component 'Menu@1.2.0'", "did you mean 'Menu 1.2.0'?"),
    ("log Components/Menu", "unknown component 'Components/Menu'", "did you mean 'Menu'?"),
    ("status Components/Menu/", "unknown component 'Components/Menu/'", "did you mean 'Menu'?"),
    (
      "release Menu@1.2.0",
      "invalid selection 'Menu@1.2.0', expected a name, or a name and a version",
      "try 'Menu=1.2.0'"
    ),
  ])
  func `a folder, or a version behind a name, leads to the name`(
    typed: String,
    error: String,
    help: String
  ) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let run = try await sandbox.registry(typed.split(separator: " ").map(String.init))
      #expect(run.error == "error: \(error)\nhelp: \(help)\n")
    }
  }

  @Test func `the version has a short option`() async throws {
    try await Sandbox.with([]) { sandbox in
      let short = try await sandbox.registry("-v")
      #expect(short.status == 0)
      #expect(try await sandbox.registry("--version").output == short.output)
      #expect(try await sandbox.registry("--help").output.contains("  -v, --version  "))
    }
  }
}
