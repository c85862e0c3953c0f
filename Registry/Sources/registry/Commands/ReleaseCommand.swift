import ArgumentParser
import RegistryOperations

struct ReleaseCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Make all releases of a plan, in one commit.",
    usage: """
      registry release [<name>[=<version>] ...] [--all] [--all-or-nothing] [--notes <text>] \
      [--dry-run]
      """,
    discussion: """
      Releases what 'registry plan' shows: one commit has all records, versions and changelog \
      entries, and each release has its tag. A dependent is recorded with the dependency's release \
      of the same commit. What cannot be released stays as it is, with all that needs it, and the \
      others are released; '--all-or-nothing' releases nothing then.

        registry release                     everything that changed
        registry release Payments            that one, what it needs and what its release makes necessary
        registry release --all Payments=2.0.0
                                             everything, with this version for one of them

      Nothing is changed when a release is refused.
      """
  )

  @OptionGroup var choice: ReleaseChoice

  @Option(help: ArgumentHelp("Say this in each changelog entry.", valueName: "text"))
  var notes: String?

  @Flag(help: "Release nothing if something that changed cannot be released.")
  var allOrNothing = false

  @OptionGroup var checking: BuildChecking

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let context = writing.context(console)
    var planning = try choice.planning(context.progress)
    planning.comparing = checking.comparing
    let release = CheckedRelease(
      planning,
      isAllOrNothing: allOrNothing,
      notes: notes,
      building: StockToolchain(),
      verification: checking.verification,
      context: context
    )
    let result = try console.clearingPassing {
      try writing.dryRun ? release.preview(in: workspace) : release.run(in: workspace)
    }
    try console.show(ReleaseDocument(result, isDryRun: writing.dryRun))
    if result.written.commit != nil {
      console.note("'git push --follow-tags' shares it with others")
    }
  }
}
