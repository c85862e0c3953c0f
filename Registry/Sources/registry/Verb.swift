import ArgumentParser
import RegistryOperations

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A subcommand that shows a result.
protocol ShowingCommand: AsyncParsableCommand {
  var output: OutputOptions { get }

  func run(_ console: Console) async throws
}

extension ShowingCommand {
  func run() async throws {
    try await run(Console(output, environment: ProcessInfo.processInfo.environment))
  }
}

/// A subcommand that works in a repository: it declares its arguments, calls one operation and shows
/// what that returned.
protocol Verb: ShowingCommand {
  var global: GlobalOptions { get }

  func run(in workspace: borrowing Workspace, _ console: Console) async throws
}

extension Verb {
  var output: OutputOptions { global.output }

  func run(_ console: Console) async throws {
    let workspace = try global.workspace()
    do {
      try workspace.finishInterruptedWrite()
    } catch {
      // What only reads can go on; what writes meets the same error again, and stops there.
      console.note("an interrupted run could not be finished: \(error.message)")
    }
    try await run(in: workspace, console)
  }
}
