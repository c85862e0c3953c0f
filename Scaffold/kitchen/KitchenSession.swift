import AppConsole
import ArgumentParser
import FlowKit
import Foundation
import StatusUpdatesInterface
import TerminalPresenter

/// A command of the kitchen, whose failures become one clear message and an exit status.
protocol KitchenSubcommand: AsyncParsableCommand, Sendable {
  var options: KitchenOptions { get }

  /// Does the command's work.
  func run(in session: KitchenSession) async throws
}

extension KitchenSubcommand {
  mutating func run() async throws {
    let session = KitchenSession(options, environment: ProcessInfo.processInfo.environment)
    let command = self
    do {
      try await Interruption.scope { try await command.run(in: session) }
    } catch {
      // Every failure ends as its kind does: the app knows no component's failures.
      let trouble = Trouble(error, statuses: [:])
      session.console.report(trouble)
      throw ExitCode(trouble.status.rawValue)
    }
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
      options: ["kitchen": options.kitchen, "database": options.app.database]
    )
    console = Console(of: invocation, environment: environment, isJSON: options.app.json)
  }

  /// Where the database is, or is to be.
  func databasePath() throws -> String {
    try options.app.database ?? DataFolder(environment: environment).databasePath()
  }

  /// Puts the app together on the database.
  func makeApp() throws -> Composition {
    return try Composition(
      of: kitchenName(),
      path: databasePath(),
      patience: options.app.patience,
      environment: environment,
      note: { [console] line in console.note(line) }
    )
  }

  /// The option, or else the setting, or else a name for a kitchen that needs none.
  private func kitchenName() throws -> KitchenName {
    if let name = options.kitchen { return try KitchenName(name) }
    let setting = Setting("COOKR_KITCHEN", expected: "1 to 40 characters")
    return try setting.value(in: environment, { try? KitchenName($0) }) ?? KitchenName("kitchen")
  }

  /// Asks a person at a terminal, or reads lines of standard input.
  func presenter() -> any Presenter {
    // With --json, standard output carries the document alone.
    let outputs = options.app.json ? [STDERR_FILENO] : [STDOUT_FILENO, STDERR_FILENO]
    let terminal = TerminalCapabilities(environment: environment, outputs: outputs).makePresenter()
    return AnswersPresenter([:], lines: terminal == nil ? LineInput() : nil, otherwise: terminal)
  }
}
