import ArgumentParser
import Git
import Model

/// Whether a command writes, or how much it shows of what it would write.
enum WritingMode: Hashable, Sendable {
  case real
  /// Long changes of files are counted.
  case plan
  case wholePlan

  /// Returns the plan that a dry run shows; `nil` for a real run.
  func document(_ plan: WritePlan?) -> PlanDocument? {
    self == .real ? nil : plan.map { PlanDocument(plan: $0, isWhole: self == .wholePlan) }
  }
}

/// The options of all commands that write.
///
/// The common options are a group beside this one, not in it: in debug builds, ArgumentParser checks a
/// group within a group several times for each check of the outer one.
struct WritingOptions: ParsableArguments {
  @Flag(name: [.customShort("n"), .long], help: "Print what would be written, without writing it.")
  var dryRun = false

  @Flag(help: "With '--dry-run', print all changes of files, however many there are.")
  var diff = false

  func validate() throws {
    if diff, !dryRun { throw ValidationError("'--diff' needs '--dry-run'") }
  }

  var mode: WritingMode { !dryRun ? .real : diff ? .wholePlan : .plan }

  func context(_ console: Console) -> WriteContext {
    var context = WriteContext(progress: { console.showProgress($0) })
    context.note = { console.printAboveProgress($0) }
    context.isDryRun = dryRun
    return context
  }

  /// Does what was asked, or only works it out, and shows the result.
  ///
  /// - Parameter done: What a run that wrote something is called.
  @discardableResult
  func perform<Operation: WritingOperation>(
    _ operation: Operation,
    as done: String,
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws -> Operation.Result where Operation.Result: WrittenResult {
    let result = try perform(operation, in: workspace, console)
    try show(result, of: result, as: done, console)
    return result
  }

  /// Shows what a command says of its result.
  func show(
    _ shown: some WrittenResult,
    of result: some WritingResult,
    as done: String,
    _ console: Console
  ) throws {
    let written = WrittenOutcome(result, done, mode)
    try console.show(WrittenDocument(result: shown, written: written))
  }

  /// Does what was asked, or only works it out.
  func perform<Operation: WritingOperation>(
    _ operation: Operation,
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws -> Operation.Result {
    let hooks = try workspace.repository.commitHooks()
    let result = try console.clearingProgress {
      try dryRun ? operation.preview(in: workspace) : operation.run(in: workspace)
    }
    if !hooks.isEmpty, case .commit = result.plan?.goal {
      let names = hooks.map { "'\($0)'" }.joined(separator: ", ")
      console.note(
        "git's \(hooks.count == 1 ? "hook" : "hooks") \(names)"
          + " \(hooks.count == 1 ? "does" : "do") not run for this commit"
      )
    }
    return result
  }
}
