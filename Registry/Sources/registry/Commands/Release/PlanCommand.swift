import ArgumentParser
import Interfaces
import Releases
import Workspace

struct PlanCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show which releases are due, in which order and as which version.",
    usage: "registry plan [<name>[=<version>] ...] [<options>]",
    discussion: """
      Lists every component with committed changes since its last release, dependencies first, \
      with the lowest version that its changes allow and the reasons: the commit messages ('feat:' \
      adds, '!' and 'BREAKING CHANGE:' break), the differences of the public API, and new releases \
      of dependencies that the last release does not admit. 'registry release' makes the releases \
      that are shown.

        registry plan                        all components
        registry plan Payments               this one, its dependencies, and the
                                             dependents that need a release with it
        registry plan Payments=2.0.0         with this version
        registry plan 'Pay*'                 those whose names match
        registry plan services=2.0.0         a group, with this version
        registry plan --check                fail if changes are not released
        registry plan --check --since main   only changes since this revision
        registry plan --check-held --since main
                                             fail if one of these could not be
                                             released
      """
  )

  @OptionGroup var choice: ReleaseChoice

  @Flag(help: "Exit with status 1 if a component has unreleased changes.")
  var check = false

  @Flag(
    help: """
      Exit with status 1 if a component cannot be released as it is; one for a platform that \
      cannot be built for here does not count.
      """
  )
  var checkHeld = false

  @Option(
    help: ArgumentHelp(
      "Include only components that changed since this revision.",
      valueName: "revision"
    ),
    completion: .revisions
  )
  var since: String?

  @Flag(
    name: .customLong("no-api-check"),
    help: "Do not compare the public API; choose versions by the commits alone."
  )
  var isUnchecked = false

  @OptionGroup var formatting: ReleaseFormatOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  var output: OutputOptions { formatting.output(global) }

  func validate() throws {
    try formatting.check(global)
    try choice.checkAccepted(isUnchecked: isUnchecked)
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var planning = try choice.planning { console.showPassing($0) }
    planning.since = since
    planning.comparing = isUnchecked ? nil : StockToolchain()
    let plan = try console.clearingPassing { try planning.run(in: workspace) }
    if formatting.isMarkdown {
      try Stream.output.deliver(ReleaseReview(plan).markdown)
    } else {
      try console.show(ReleasePlanDocument(plan))
    }
    console.noteWithdrawn(plan)
    console.noteUncommittedChanges(besides: plan, of: choice, in: workspace)
    console.noteUnlistedPackages(in: workspace)
    if check && plan.hasChanges || checkHeld && !plan.heldEverywhere.isEmpty { throw ExitCode(1) }
  }
}
