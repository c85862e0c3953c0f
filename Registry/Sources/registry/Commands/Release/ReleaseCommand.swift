import ArgumentParser
import Interfaces
import Releases
import Workspace
import Writing

struct ReleaseCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Release all changed components in one commit.",
    usage: "registry release [<name>[=<version>] ...] [<options>]",
    discussion: """
      Makes the releases that 'registry plan' shows: one commit contains all records, versions and \
      changelog entries, and each release gets its tag. A dependent requires the release of its \
      dependency from the same commit. A component that cannot be released is held back, with those \
      that need its release, and the others are released, unless --all-or-nothing is given.

        registry release                     all components with changes
        registry release Payments            this one, its dependencies, and the
                                             dependents that need a release with it
        registry release --all Payments=2.0.0
                                             all, with this version for one of them
        registry release services=2.0.0      a fixed group, also components
                                             without changes
        registry release --branch release    on a branch of its own, for a pull
                                             request

      With --branch, the commit is made on top of the newest one, without tags, and what is checked \
      out does not change. A branch that has only such a commit is replaced. When it is merged, \
      'registry tags --push' creates the tags.

      If the command is refused, nothing is changed. If a component that is due is held back, the \
      exit status is 1, even if others are released.
      """
  )

  @OptionGroup var choice: ReleaseChoice

  @Option(help: ArgumentHelp("Add this text to each changelog entry.", valueName: "text"))
  var notes: String?

  @Option(
    help: ArgumentHelp(
      "In the changelog of first releases, list the changes since this revision.",
      valueName: "revision"
    ),
    completion: .revisions
  )
  var since: String?

  @Flag(help: "Release nothing if a changed component cannot be released.")
  var allOrNothing = false

  @OptionGroup var branching: BranchOptions

  @OptionGroup var checking: BuildChecking

  @OptionGroup var signing: SigningOptions

  @OptionGroup var formatting: ReleaseFormatOptions

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  var output: OutputOptions { formatting.output(global) }

  func validate() throws {
    try formatting.check(global)
    try choice.checkAccepted(isUnchecked: checking.isUnchecked)
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let context = writing.context(console)
    var planning = try choice.planning(context.progress)
    planning.comparing = checking.comparing
    let release = MakeReleases(
      planning,
      isAllOrNothing: allOrNothing,
      notes: notes,
      listingFirstsSince: since,
      branch: branching.target,
      signer: try signing.signer(context, in: workspace),
      building: StockToolchain(),
      verification: checking.verification,
      context: context
    )
    let result = try writing.perform(release, in: workspace, console)
    if formatting.isMarkdown {
      let review = ReleaseReview(result.planned, conflicts: result.branch?.conflicts ?? [])
      try Stream.output.deliver(review.markdown)
    } else {
      try console.show(ReleaseDocument(result, writing.mode))
    }
    console.noteWithdrawn(result.planned)
    console.noteUncommittedChanges(besides: result.planned, of: choice, in: workspace)
    try console.noteNextStep(result.branch, isMade: result.commit != nil, in: workspace)
    try console.notePublishing(
      isMade: result.commit != nil && result.branch == nil,
      in: workspace
    )
    if let refusal = result.refusal {
      console.complain(refusal)
      throw ExitCode(1)
    }
  }
}
