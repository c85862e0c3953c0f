import ArgumentParser
import RegistryOperations

/// A subcommand: it declares its arguments, calls one operation and shows what that returned.
///
/// It runs on the thread that the program starts with: handing it to another one takes longer than
/// some verbs do.
protocol Verb: ParsableCommand {
  var global: GlobalOptions { get }

  func run(in workspace: borrowing Workspace, _ console: Console) throws
}

extension Verb {
  func run() throws {
    let console = Console(global.output)
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
