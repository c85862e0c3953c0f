import ProgramTesting
import Testing

/// Help, versions, completions and settings.
@Suite(.freshHome)
struct CommandLineTests {
  @Test func `help lists every command, and each has help of its own`() async throws {
    let help = try await cookr("--help")
    #expect(help.status == 0)
    let commands = [
      "home", "menu", "order", "meal", "orders", "track", "cancel", "refund", "books",
      "flows", "open",
    ]
    for command in commands {
      #expect(help.output.contains("\n  \(command) "))
      let own = try await cookr("help \(command)")
      #expect(own.status == 0)
      #expect(own.output.contains("\nUSAGE: cookr \(command) "))
    }
  }

  @Test func `a command is called a command everywhere`() async throws {
    for run in [try await cookr("--help"), try await cookr("help"), try await kitchen("--help")] {
      #expect(run.status == 0)
      #expect(run.output.contains("\nCOMMANDS:\n"))
      #expect(!run.output.lowercased().contains("subcommand"))
    }
  }

  @Test func `the version names each component`() async throws {
    let run = try await cookr("--version")
    #expect(run.status == 0)
    #expect(
      run.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        == Components.all.map { $0[...] }
    )
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions know the commands and their flags`(shell: String) async throws {
    let run = try await cookr("--generate-completion-script \(shell)")
    #expect(run.status == 0)
    #expect(run.output.contains("refund"))
    #expect(run.output.contains("flavour"))
  }

  @Test(arguments: [
    ("ordres", "did you mean 'order' or 'orders'?"), ("meel", "did you mean 'meal'?"),
    (
      "eat",
      "choose one of home, meal, orders, cancel, menu, order, refund, books, track, flows, open"
    ),
  ])
  func `a mistyped command is answered with the nearest`(
    word: String,
    help: String
  ) async throws {
    try await cookr(word).fails(64, "unknown command '\(word)'", help: help)
  }

  @Test(arguments: [
    (["order", "--bogus"], "unknown option '--bogus'", "see 'cookr order --help'"),
    (["order", "--flavor=mild"], "unknown option '--flavor'", "did you mean '--flavour'?"),
    (
      ["orders", "--limit", "0"], "invalid limit '0', expected 1 to 100000",
      "see 'cookr orders --help'"
    ),
    (
      ["orders", "--limit", "100001"], "invalid limit '100001', expected 1 to 100000",
      "see 'cookr orders --help'"
    ),
    (
      ["orders", "--limit", "few"], "the value 'few' is invalid for '--limit <number>'",
      "see 'cookr orders --help'"
    ),
    (
      ["orders", "--database", ""], "the name of the database file is empty",
      "see 'cookr orders --help'"
    ),
    (
      ["orders", "--patience=-1"], "invalid patience '-1.0', expected 0 to 3600 seconds",
      "see 'cookr orders --help'"
    ),
    (["track"], "missing expected argument '<id>'", "see 'cookr track --help'"),
    (["open"], "missing expected argument '<link>'", "see 'cookr open --help'"),
    (["refund", "1", "--place=Foundry"], "unknown option '--place'", "see 'cookr refund --help'"),
  ])
  func `a command with invalid arguments ends as misuse`(
    arguments: [String],
    message: String,
    help: String
  ) async throws {
    try await cookr(arguments).fails(64, message, help: help)
  }

  @Test func `a command that is advised names the database that was given`() async throws {
    let option = "--database 'my orders.sqlite'"
    let unknown = try await shell("cookr track A-17 \(option)")
    #expect(unknown.advised("cookr") == ["cookr orders \(option)"])
    let none = try await shell("cookr orders \(option)")
    #expect(none.advised("cookr") == ["cookr order \(option)"])
    let placed = try await shell("cookr order --dish falafel --yes --json \(option)")
    let id = try placed.result("order", Order.self).id
    #expect(try await shell("cookr cancel \(id) --yes \(option)").status == 0)
    let cancelled = try await shell("cookr cancel \(id) --yes \(option)")
    #expect(cancelled.advised("cookr") == ["cookr track \(id) \(option)"])
    #expect(try await shell("cookr track \(id) \(option)").status == 0)
  }

  @Test(arguments: [
    (
      ["COOKR_PACE": "fast"], "invalid COOKR_PACE 'fast', expected 0 to 3600 seconds",
      "set it to a number such as 0.5, or leave it out"
    ),
    (
      ["COOKR_CHEF_ANSWER_SECONDS": "soon"],
      "invalid COOKR_CHEF_ANSWER_SECONDS 'soon', expected seconds from 1 to 600",
      "unset it for two minutes, or 5 seconds with simulated kitchens"
    ),
    (
      ["COOKR_SANDBOX_DELAY": "-1"], "invalid COOKR_SANDBOX_DELAY '-1', expected 0 to 60 seconds",
      nil
    ),
  ])
  func `a setting that makes no sense is told before anything is ordered`(
    environment: [String: String],
    message: String,
    help: String?
  ) async throws {
    try await cookr("meal --dish falafel --yes", environment: environment).fails(
      60,
      message,
      help: help
    )
    #expect(try await orders() == [])
  }

  @Test(arguments: [
    (
      "COOKR_PACE", "fast",
      ["orders", "order --dish falafel --yes", "open cookr://chef/thai --yes"]
    ),
    (
      "COOKR_CHEF_ANSWER_SECONDS", "soon", ["orders", "books", "track ORDER", "refund ORDER --yes"]
    ),
    ("COOKR_SANDBOX_DELAY", "-1", ["orders", "track ORDER", "open cookr://chef/thai --yes"]),
  ])
  func `a setting of one component is of no meaning to another`(
    name: String,
    value: String,
    commands: [String]
  ) async throws {
    let id = try await deliveredOrder()
    for command in commands {
      let run = try await cookr(
        command.replacing("ORDER", with: id),
        environment: [name: value]
      )
      #expect(run.status == 0, "\(command): \(run.error)")
    }
  }
}
