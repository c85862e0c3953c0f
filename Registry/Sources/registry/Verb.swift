import ArgumentParser
import RegistryOperations

/// A subcommand that shows a result.
///
/// It runs on the thread that the program starts with: handing it to another one takes longer than
/// some verbs do.
protocol ShowingCommand: ParsableCommand {
  var output: OutputOptions { get }

  func run(_ console: Console) throws
}

extension ShowingCommand {
  func run() throws {
    try run(Console(output))
  }
}

/// A subcommand that works in a repository: it declares its arguments, calls one operation and shows
/// what that returned.
protocol Verb: ShowingCommand {
  var global: GlobalOptions { get }

  func run(in workspace: borrowing Workspace, _ console: Console) throws
}

extension Verb {
  var output: OutputOptions { global.output }

  func run(_ console: Console) throws {
    let workspace = try global.workspace()
    do {
      try workspace.finishInterruptedWrite()
    } catch {
      // What only reads can go on; what writes meets the same error again, and stops there.
      console.note("an interrupted run could not be finished: \(error.message)")
    }
    try run(in: workspace, console)
  }
}
