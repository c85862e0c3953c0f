import AppConsole
import ArgumentParser
import Foundation
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
    do {
      try await Interruption.scope { try await command.run(in: session) }
    } catch {
      let failure = CommandError(error)
      session.console.report(failure)
      throw ExitCode(failure.status.rawValue)
    }
  }
}
