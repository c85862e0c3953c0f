import ArgumentParser
import Foundation
import RegistryOperations

/// A subcommand: it declares its arguments, calls one operation and shows what that returned.
protocol Verb: AsyncParsableCommand {
  var global: GlobalOptions { get }

  func run(in workspace: borrowing Workspace, _ console: Console) async throws
}

extension Verb {
  func run() async throws {
    let console = Console(global.output, environment: ProcessInfo.processInfo.environment)
    try await run(in: global.workspace(), console)
  }
}
