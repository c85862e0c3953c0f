import ArgumentParser
import RegistryOperations

struct PlanCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what is to be released, in which order and as which version.",
    usage: """
      registry plan [<name>[=<version>] ...] [--check] [--since <revision>] [--no-api-check]
      """,
    discussion: """
      Lists every component with committed changes since its last release, dependencies first, with \
      the lowest version that is honest and the reasons for it: what the commits say of themselves \
      ('feat:' adds, '!' and 'BREAKING CHANGE:' break), how the public API differs, and releases of \
      dependencies that the last release does not admit. 'registry release' does what is shown.

        registry plan                        everything
        registry plan Payments               that one, what it needs and what its release makes necessary
        registry plan Payments=2.0.0         with this version
        registry plan --check                fail if something changed and is not released
        registry plan --check --since main   of what changed since then
      """
  )

  @OptionGroup var choice: ReleaseChoice

  @Flag(help: "End with status 1 where something changed and is not released.")
  var check = false

  @Option(
    help: ArgumentHelp("Look only at what changed since this revision.", valueName: "revision")
  )
  var since: String?

  @Flag(
    name: .customLong("no-api-check"),
    help: "Do not compare the public API: versions follow from the commits alone."
  )
  var isUnchecked = false

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var planning = try choice.planning { console.showPassing($0) }
    planning.since = since
    planning.comparing = isUnchecked ? nil : StockToolchain()
    let plan = try console.clearingPassing { try planning.run(in: workspace) }
    try console.show(ReleasePlanDocument(plan))
    if check, plan.hasChanges { throw ExitCode(1) }
  }
}
