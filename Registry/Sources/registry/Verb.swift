import ArgumentParser
import RegistryOperations

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A subcommand: it declares its arguments, calls one operation and shows what that returned.
protocol Verb: AsyncParsableCommand {
  var global: GlobalOptions { get }

  func run(in workspace: borrowing Workspace, _ console: Console) async throws
}

extension Verb {
  func run() async throws {
    let console = Console(global.output, environment: ProcessInfo.processInfo.environment)
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
