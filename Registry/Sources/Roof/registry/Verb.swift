import ArgumentParser
import Base
import Git
import Model

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
  /// Whether nothing may be written.
  var isDryRun: Bool { get }

  /// The repository, with the place of its manifest.
  func workspace() throws -> Workspace

  func run(in workspace: borrowing Workspace, _ console: Console) throws
}

/// A verb that writes, or prints what it would write.
protocol WritingVerb: Verb {
  var writing: WritingOptions { get }
}

extension WritingVerb {
  var isDryRun: Bool { writing.dryRun }
}

extension Verb {
  var output: OutputOptions { global.output }

  var isDryRun: Bool { false }

  func workspace() throws -> Workspace { try global.workspace() }

  func run(_ console: Console) throws {
    let workspace = try repairedWorkspace()
    do {
      if isDryRun {
        if workspace.repository.hasInterruptedWrite {
          console.note(
            "an interrupted run is incomplete: the next command without '--dry-run' completes it"
          )
        }
      } else {
        try workspace.repository.finishInterruptedWrite()
      }
    } catch {
      // What only reads can go on; what writes meets the same error again, and stops there.
      console.note("an interrupted run could not be completed: \(error.message)")
    }
    try run(in: workspace, console)
  }

  /// The workspace; where there is none, a killed run that was to write the first manifest may still
  /// keep git from its index.
  private func repairedWorkspace() throws -> Workspace {
    do {
      return try workspace()
    } catch let error as OperationError where error.code == .noManifest && !isDryRun {
      let repository = try Repository.discover(from: global.directory)
      guard try repository.finishInterruptedWrite() else { throw error }
      return try workspace()
    }
  }
}
