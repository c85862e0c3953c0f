import Foundation
import ProgramTesting
import Testing

/// What is refused changes no byte, ends with status 1 and says why and what to do.
struct RefusalTests {
  private static let all =
    Refusal.components + Refusal.dependencies + Refusal.surroundings + Refusal.otherUsers
    + Refusal.hostileTrees
    + Refusal.otherVerbs + Refusal.undos + Refusal.registrations

  @Test(arguments: all)
  func `a refusal says why and changes nothing`(_ refusal: Refusal) async throws {
    try await Sandbox.with { sandbox in
      try await refusal.prepare(sandbox)
      let before = try sandbox.everything()
      let run = try await sandbox.registry(refusal.arguments)
      let error = run.error.replacing(sandbox.repository, with: "<folder>")
      #expect(error.scrubbed == refusal.error)
      #expect(run.output == "")
      #expect(run.status == 1)
      #expect(try sandbox.everything() == before)
    }
  }

  #if os(Linux)
    @Test(arguments: ["status", "log --json", "verify", "archive Menu 1.0.0 -o -", "--help"])
    func `a result that standard output does not take is a failure`(_ verb: String) async throws {
      try await Sandbox.with { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
        let printed = try sandbox.shell(
          "cd repository; registry \(verb) 2> ../words > /dev/full || echo $?; cat ../words"
        )
        #expect(printed == "1\nerror: cannot write to standard output: no space left on device")
      }
    }
  #endif

  @Test(
    arguments: [
      ("bump", "error: missing expected argument '<name>'"),
      ("bump Menu", "error: '--no-api-check' needs a version"),
      ("bump Menu -1.0.0", "error: unknown option '-1.0.0'"),
      ("bump Menu --pre ", "error: '--pre' has no label, expected one such as 'beta'"),
      ("bump Menu 1.0.0 --minor", "error: a version and '--minor' cannot both be given"),
      ("bump Menu --minor --major", "error: "),
      ("bump Menu 1.0.0 --colour", "error: unknown option '--colour'"),
      ("yank Menu 1.0.0", "error: missing expected argument '--reason <text>'"),
      ("log --limit 0", "error: invalid limit '0', expected 1 or more"),
      ("archive Menu 1.0.0 -o - --json", "error: standard output cannot be both"),
      ("frobnicate", "error: unknown command 'frobnicate'\nUsage: registry <command>\n"),
      ("stauts", "error: unknown command 'stauts'\nhelp: did you mean 'status'?\nUsage: "),
      ("help stauts", "error: unknown command 'stauts'\nhelp: did you mean 'status'?\nUsage: "),
      (
        "cache impot x",
        "error: unknown command 'impot'\nhelp: did you mean 'import'?\nUsage: registry cache <command>\n"
      ),
      ("help token frob", "error: unknown command 'frob'\nUsage: registry token <command>\n"),
    ]
  )
  func `a command line that makes no sense ends with status 2`(
    arguments: String,
    error: String
  ) async throws {
    try await Sandbox.with { sandbox in
      let words = arguments.split(separator: " ", omittingEmptySubsequences: false)
      let run = try await sandbox.registry(words.map(String.init))
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.error.hasPrefix(error), "\(run.error)")
      #expect(run.error.contains("Usage: registry"))
    }
  }

  @Test func `help goes to standard output`() async throws {
    try await Sandbox.with { sandbox in
      for arguments in [["--help"], ["bump", "--help"], ["help", "verify"]] {
        let run = try await sandbox.registry(arguments)
        #expect(run.status == 0)
        #expect(run.error == "")
        #expect(run.output.hasPrefix("OVERVIEW: "))
      }
    }
  }

  @Test func `text from the repository cannot reach the terminal as a command`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try await sandbox.registry("yank", "Menu", "1.0.0", "--reason", "red")
      // As an earlier version recorded it.
      let path = "Registry/releases/Menu.jsonl"
      let log = try sandbox.read(path)
      try sandbox.write(
        log.replacing(#""reason":"red""#, with: #""reason":"red \u001b[31m\u0007""#),
        to: path
      )
      try sandbox.commitAll()
      let run = try await sandbox.registry("log", "Menu")
      #expect(!run.output.contains("\u{1B}"))
      #expect(run.output.contains("withdrawn"))
    }
  }

  @Test(
    arguments: [
      ("bump -- positional@0 2 0 registry bump ", ["Kitchen", "Menu"]),
      ("bump -- positional@1 3 0 registry bump Menu ", ["1.1.1", "1.2.0", "2.0.0"]),
      ("bump -- positional@1 3 0 registry bump Kitchen ", ["1.0.0"]),
      ("yank -- positional@1 3 0 registry yank Menu ", ["1.1.0", "1.0.0"]),
      ("diff -- positional@2 4 0 registry diff Menu 1.0.0 ", ["1.1.0", "1.0.0"]),
      ("log -- positional@0 2 0 registry log ", ["Kitchen", "Menu"]),
      ("log -- positional@0 3 0 registry log Menu ", ["1.1.0", "1.0.0"]),
      ("pin -- --from 4 0 registry pin Menu --from ", ["1.1.0", "1.0.0"]),
      ("pins -- --app 3 0 registry pins --app ", ["app"]),
      ("run -- positional@0 2 0 registry run ", ["till"]),
      ("new -- --template 4 0 registry new Table --template ", ["library", "service"]),
      ("add -- --layer 4 0 registry add Table --layer ", ["feature"]),
    ]
  )
  func `words are completed from the manifest and the releases`(
    words: String,
    expected: [String]
  ) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.write("// the app\n", to: "App/Package.swift")
      try sandbox.write("# __NAME__\n", to: "Registry/templates/service/README.md")
      try sandbox.writeManifest(
        ["Kitchen": "Components/Kitchen", "Menu": "Components/Menu"],
        apps: #""app": { "path": "App", "pins": {}, "product": "till" }"#
      )
      try sandbox.commitAll()
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
      try await sandbox.registry("bump", "Menu", "1.1.0")
      let words = words.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let run = try await sandbox.registry(
        ["---completion"] + words,
        environment: ["SAP_SHELL": "bash"]
      )
      #expect(run.output.split(separator: "\n").map(String.init) == expected, "\(run.error)")
    }
  }

  @Test(
    arguments: [
      "lint", "status", "bump Menu", "plan", "release", "diff Menu 1.0.0", "audit --all", "log",
      "yank Menu 1.0.0 --reason cold", "undo Menu", "verify", "tags", "pins", "pin Menu 1.0.0",
      "unpin Menu", "resolve", "outdated", "why Menu", "sync", "build", "run app", "test",
      "exec ls",
      "cache", "add Components/Menu", "new Table", "move Menu Table", "remove Menu", "graph",
      "affected", "snapshot 1.0.0", "serve", "token list", "mirror ../mirror", "archive Menu 1.0.0",
    ]
  )
  func `each command advises 'registry init' when there is no manifest`(_ arguments: String)
    async throws
  {
    try await Sandbox.with([]) { sandbox in
      try sandbox.git("rm", "-q", "Registry/manifest.json")
      try sandbox.commitAll()
      let run = try await sandbox.registry(arguments.split(separator: " ").map(String.init))
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: found no 'Registry/manifest.json', neither here nor in a folder above
          help: create it with 'registry init', or name another one with '--manifest'

          """
      )
      #expect(run.output == "")
    }
  }
}
