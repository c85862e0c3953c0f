import AppConsole
import ArgumentParser
import FlowKit
import Foundation
import StatusUpdates
import TerminalPresenter

/// A command whose failures become one clear message and an exit status of their own.
protocol AppCommand: AsyncParsableCommand, Sendable {
  var options: AppOptions { get }

  func run(in session: AppSession) async throws
}

extension AppCommand {
  mutating func run() async throws {
    let session = AppSession(options, environment: ProcessInfo.processInfo.environment)
    let command = self
    try await session.console.run(statuses: CommandError.statuses) {
      try await command.run(in: session)
    }
  }
}

/// One run of a command: its streams, its environment, and the app that it makes when it needs it.
struct AppSession: Sendable {
  let console: Console
  private let options: AppOptions
  private let environment: [String: String]
  private let capabilities: TerminalCapabilities

  init(_ options: AppOptions, environment: [String: String]) {
    self.options = options
    self.environment = environment
    // With --json, standard output carries the document alone.
    let outputs = options.json ? [STDERR_FILENO] : [STDOUT_FILENO, STDERR_FILENO]
    capabilities = TerminalCapabilities(environment: environment, outputs: outputs)
    let invocation = Invocation(
      of: "cookr",
      startedAs: CommandLine.arguments.first,
      environment: environment,
      options: ["database": options.database]
    )
    console = Console(of: invocation, environment: environment, isJSON: options.json)
  }

  /// The pages that a person may wait for in another window: answers of chefs and steps of kitchens.
  private static let notified: Set = ["assignment", "offer", "status", "delivered", "cancelled"]

  var isInteractive: Bool {
    capabilities.interaction != .none
  }

  /// Opens the database, finishes what earlier runs left, and runs `body` on the app.
  func withApp(
    isDemo: Bool = false,
    _ body: (Composition) async throws -> Void
  ) async throws {
    let app = try makeApp(isDemo: isDemo)
    for line in try await Recovery(app: app).run() { console.note(line) }
    if isInteractive {
      // What kitchens have done since; what is being followed is shown as it comes.
      let store = StatusStore(app.context.database)
      for line in try await store.takeNews() { console.note(line) }
    }
    try await body(app)
  }

  /// The presenter for this run: flags first, then the terminal, or lines on standard input.
  func presenter(_ answers: [any AnswerFlags], yes: Bool) -> AnswersPresenter {
    AnswersPresenter(
      answers.reduce(into: [:]) { all, flags in all.merge(flags.byKey) { $0 + $1 } },
      yes: yes,
      lines: isInteractive ? nil : LineInput(),
      otherwise: capabilities.makePresenter(notifying: Self.notified)
    )
  }

  func screenPresenter() throws -> any Presenter {
    guard let presenter = capabilities.makePresenter(notifying: Self.notified) else {
      throw FlowFailure(
        .unanswered,
        "the home screen needs a terminal",
        help: "'cookr order --help' shows how to order without one"
      )
    }
    return presenter
  }

  /// Says which flags a flow that has completed had no question for.
  func warnOfUnusedAnswers(_ presenter: AnswersPresenter) {
    let implied = Set(AppComponent.all.flatMap(\.impliedAnswers))
    for (flag, values) in presenter.unusedFlags.sorted(by: { $0.key < $1.key })
    where !implied.contains(flag) {
      let given = values.map { "--\(flag) \($0)" }.joined(separator: " ")
      console.note("unused: \(given)")
    }
  }

  private func makeApp(isDemo: Bool) throws -> Composition {
    let path = try options.database ?? DataFolder(environment: environment).databasePath()
    let writeNote: @Sendable (String) -> Void = { [console] line in console.note(line) }
    return Composition(
      AppContext(
        path: path,
        database: try AppContext.database(at: path, patience: options.patience),
        environment: environment,
        patience: options.patience,
        isInteractive: isInteractive,
        isDemo: isDemo,
        invocation: console.invocation,
        // On screens the flow itself shows each change.
        statusLine: isInteractive || options.json ? nil : writeNote
      )
    )
  }
}
