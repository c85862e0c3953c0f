import ArgumentParser
import Base
import Checks
import Model
import Releases
import ServerArguments
import Versions

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

  @Option(value: "text", help: "Add this text to each changelog entry.")
  var notes: String?

  @Option(
    value: .revision,
    help: "In the changelog of first releases, list the changes since this revision."
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

  var output: OutputOptions { global.output(formatting.format) }

  func validate() throws {
    try global.check(formatting.format)
    try choice.checkAccepted(isUnchecked: checking.isUnchecked)
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let context = writing.context(console)
    var planning = try choice.planning(context.progress)
    planning.comparing = checking.comparing
    var release = MakeReleases(
      planning,
      building: StockToolchain(),
      verification: checking.verification,
      context: context
    )
    (release.isAllOrNothing, release.notes) = (allOrNothing, notes)
    (release.listingFirstsSince, release.branch) = (since, branching.target)
    release.signer = try signing.signer(context, in: workspace)
    let plan = try writing.perform(release, in: workspace, console)
    if formatting.isMarkdown {
      let review = ReleaseReview(plan: plan, conflicts: plan.branch?.conflicts ?? [])
      try Stream.output.deliver(review.markdown)
    } else {
      try writing.show(MadeReleases(plan: plan), of: plan, as: branching.done, console)
    }
    console.noteWithdrawn(plan)
    console.noteUncommittedChanges(besides: plan)
    try console.noteNextStep(plan.branch, isMade: plan.commit != nil, in: workspace)
    if let refusal = plan.refusal {
      console.complain(refusal)
      throw ExitCode(1)
    }
  }
}

/// The releases of one commit that were made, or would be.
private struct MadeReleases: WrittenResult {
  let plan: ReleasePlan

  private var releases: [PlannedRelease] { plan.releases }
  private var branch: ReleaseBranchResult? { plan.branch }

  var members: JSONMembers {
    [
      "releases": releases.map(\.madeMembers), "held": plan.held, "branch": branch?.name,
      "conflicts": branch?.conflicts,
    ]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    var text = isLong ? list(written, style: style, width: width) : ""
    // What is published beside the folder is often the same for all, such as a licence.
    let lines = releases.map { $0.record.contentLines(style: style) }
    let counts = lines.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (made, lines) in zip(releases, lines) {
      let before = made.previous.map { ", after \($0.version)" } ?? ", its first release"
      let name = style(.bold, "\(made.component) \(made.version)")
      if !isLong { text += "\(name) \(written.verb) \(branch.place)\(before)\n" }
      let own = lines.filter { counts[$0] == 1 }.map { "\($0)\n" }.joined()
      text += (isLong && !own.isEmpty ? "\(name)\n" : "") + own
    }
    for (line, count) in counts.filter({ $1 > 1 }).sorted(by: { $0.key < $1.key }) {
      text += "\(line) (\(count) releases)\n"
    }
    text += HeldList(held: plan.held, isPlan: written.plan != nil).text(style: style)
    if releases.isEmpty { return plan.held.isEmpty ? "nothing to release\n" : text }
    if written.plan != nil { return text }
    if written.isUnchanged { return text + "the branch has these releases already\n" }
    let signed = releases.count { $0.signature != nil }
    return text + "  \(style(.dim, "commit"))  \(written.shortCommit)\n"
      + (signed > 0 ? "  \(style(.dim, "signed"))  \(counted(signed, "release"))\n" : "")
  }
}

extension MadeReleases {
  /// More releases are not listed one by one.
  private static let most = 10
  /// More with the same versions have lines of their own.
  private static let mostUnlike = 2

  private var isLong: Bool { releases.count > Self.most }

  /// The names and versions, by version.
  private func list(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let verb = written.plan == nil ? "are" : "would be"
    var text = "\(style(.bold, "\(releases.count) components")) \(verb) \(branch.place)\n"
    var others: [String] = []
    for alike in releases.folded(moreThan: Self.mostUnlike, by: \.versions) {
      let versions = alike[0].versions
      if alike.count == 1 {
        others.append("\(alike[0].component) \(versions)")
      } else {
        text += alike.map(\.component.text).lines(after: "\(versions):", indent: 2, width: width)
      }
    }
    return text + (others.isEmpty ? "" : others.lines(indent: 2, width: width))
  }
}

extension PlannedRelease {
  fileprivate var versions: String {
    previous.map { "\($0.version) → \(version)" } ?? "\(version) (first)"
  }

  /// The members that a release command prints; a plan prints its ``members``.
  fileprivate var madeMembers: JSONMembers {
    record.members.adding([
      "component": component, "previous": previous?.version, "group": group, "tag": tag,
    ])
  }
}
