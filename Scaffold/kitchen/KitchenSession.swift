import AppConsole
import ArgumentParser
import ChefSourcing
import FlowKit
import Foundation
import TerminalPresenter

/// A command of the kitchen, whose failures become one clear message and an exit status.
protocol KitchenSubcommand: AsyncParsableCommand, Sendable {
  var options: KitchenOptions { get }

  func run(in session: KitchenSession) async throws
}

extension KitchenSubcommand {
  mutating func run() async throws {
    let session = KitchenSession(options, environment: ProcessInfo.processInfo.environment)
    let command = self
    // Every failure ends as its kind does: the app knows no component's failures.
    try await session.console.run { try await command.run(in: session) }
  }
}

/// One run of a command: its streams, its environment, and the app that it makes when it needs it.
struct KitchenSession: Sendable {
  let console: Console
  private let options: KitchenOptions
  private let environment: [String: String]

  init(_ options: KitchenOptions, environment: [String: String]) {
    self.options = options
    self.environment = environment
    let invocation = Invocation(
      of: "kitchen",
      startedAs: CommandLine.arguments.first,
      environment: environment,
      options: ["kitchen": options.kitchen, "database": options.app.database]
    )
    console = Console(of: invocation, environment: environment, isJSON: options.app.json)
  }

  func databasePath() throws -> String {
    try options.app.database ?? DataFolder(environment: environment).databasePath()
  }

  func makeApp() throws -> Composition {
    try Composition(
      of: chef(),
      path: databasePath(),
      patience: options.app.patience,
      environment: environment
    )
  }

  /// The chef of the option, or else of the setting; `nil` if neither is given.
  private func chef() throws -> Chef? {
    let setting = environment["COOKR_KITCHEN"]?.trimmingSpaces() ?? ""
    guard let name = options.kitchen ?? (setting.isEmpty ? nil : setting) else { return nil }
    let chefs = try Chef.bundled()
    let chef = chefs.first { chef in
      [chef.id.rawValue, chef.name].contains { $0.lowercased() == name.lowercased() }
    }
    if let chef { return chef }
    throw FlowFailure(
      options.kitchen == nil ? .invalidSetting : .invalidAnswer,
      options.kitchen == nil
        ? "invalid COOKR_KITCHEN '\(name.printable)', expected a chef's name"
        : "there is no chef '\(name.printable)'",
      help: nearestHelp(to: name, among: chefs.map(\.id.rawValue))
    )
  }

  /// Asks a person at a terminal, or reads lines of standard input.
  func presenter() -> any Presenter {
    // With --json, standard output carries the document alone.
    let outputs = options.app.json ? [STDERR_FILENO] : [STDOUT_FILENO, STDERR_FILENO]
    let terminal = TerminalCapabilities(environment: environment, outputs: outputs).makePresenter()
    return AnswersPresenter([:], lines: terminal == nil ? LineInput() : nil, otherwise: terminal)
  }
}

/// The options of every command.
struct KitchenOptions: ParsableArguments {
  @OptionGroup var app: AppOptions

  @Option(
    help: ArgumentHelp(
      "The chef whose kitchen this is, by name or identifier.",
      discussion: "The default is the value of COOKR_KITCHEN, or the kitchens of all chefs.",
      valueName: "chef"
    )
  )
  var kitchen: String?
}
