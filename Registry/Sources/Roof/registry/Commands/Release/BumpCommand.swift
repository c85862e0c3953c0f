import ArgumentParser
import Checks
import Git
import Model
import Releases
import ServerArguments
import Versions

struct BumpCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Release a component.",
    usage: """
      registry bump <name> [<version>] [<options>]
      registry bump <name> (--major | --minor | --patch) [<options>]
      registry bump <name> --pre <label> [<options>]
      """,
    discussion: """
      Records the component as it is committed on this branch. One commit contains the record, the \
      new version in the manifest and the new changelog entry, which lists the commits since the \
      last release; that of a first release lists none, unless '--since' says from where. The version must be greater than all releases on its line: 2.3.5 may follow \
      2.4.0 as a backport, 2.3.4 may not follow 2.3.5.

        registry bump Payments                the lowest version that the API allows
        registry bump Payments 1.0.0          exactly this version
        registry bump Payments --minor        the next minor version
        registry bump Payments --minor --pre beta
                                              its first pre-release: 1.1.0-beta.0
        registry bump Payments --pre beta     the next one: 1.1.0-beta.1
        registry bump Payments --minor        and the release: 1.1.0

      Before anything is written, the public API is compared with the previous release, and a \
      version that does not allow for its incompatible changes is refused. The release is built as \
      a client would build it, with releases of what it requires.

      If a release is refused, nothing is changed. If a release is interrupted, the next registry \
      command completes it or removes it. Repeating a release with the same content succeeds.
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(help: "The version, as major.minor.patch.", completion: .nextVersions)
  var version: String?

  @Flag(exclusivity: .exclusive)
  var part: VersionChoice.Part?

  @Option(value: "label", help: "Make a pre-release with this label.")
  var pre: String?

  @Option(value: "text", help: "Add this text to the changelog entry.")
  var notes: String?

  @Option(
    value: .revision,
    help: "In the changelog of a first release, list the changes since this revision."
  )
  var since: String?

  @OptionGroup var branching: BranchOptions

  @Option(
    value: "reason",
    help: "Accept incompatible API changes, for this reason, which is recorded."
  )
  var acceptBreaking: String?

  @OptionGroup var checking: BuildChecking

  @OptionGroup var signing: SigningOptions

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    if checking.isUnchecked, acceptBreaking != nil {
      throw ValidationError("'--accept-breaking' and '--no-api-check' cannot be used together")
    }
    if let acceptBreaking, acceptBreaking.allSatisfy(\.isWhitespace) {
      throw ValidationError("the reason of '--accept-breaking' is empty")
    }
    if pre == "" { throw ValidationError("'--pre' has no label, expected one such as 'beta'") }
    if version != nil, part != nil || pre != nil {
      throw ValidationError(
        "a version and \(part.map { "'--\($0.rawValue)'" } ?? "'--pre'") cannot both be given"
      )
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    // No sooner: what the parser took for an unknown option may have been meant as one.
    if version == nil, part == nil, pre == nil, checking.isUnchecked {
      throw ValidationError(
        "'--no-api-check' needs a version, or '--major', '--minor', '--patch' or '--pre'"
      )
    }
    let context = writing.context(console)
    var release = MakeReleases(
      component: name,
      version: try VersionChoice(version: version, part: part, prerelease: pre),
      checks: CandidateInspection(
        comparing: checking.comparing,
        accepted: acceptBreaking,
        building: checking.verify == .none ? nil : StockToolchain(),
        verification: checking.verification
      ),
      context: context
    )
    (release.notes, release.listingFirstsSince) = (notes, since)
    release.branch = branching.target
    release.signer = try signing.signer(context, in: workspace)
    let plan = try writing.perform(release, in: workspace, console)
    let shown = RequestedRelease(release: plan.release, branch: plan.branch)
    try writing.show(shown, of: plan, as: branching.done, console)
    try console.noteNextStep(plan.branch, isMade: plan.commit != nil, in: workspace)
  }
}

extension VersionChoice.Part: EnumerableFlag {
  static func help(for part: VersionChoice.Part) -> ArgumentHelp? {
    switch part {
    case .major: "The next major version, for incompatible changes."
    case .minor: "The next minor version, for compatible additions."
    case .patch: "The next patch version, for fixes only."
    }
  }
}

/// The release of one component that was made, or would be, or was there already.
private struct RequestedRelease: WrittenResult {
  let release: PlannedRelease
  let branch: ReleaseBranchResult?

  var members: JSONMembers {
    release.record.members.adding([
      "component": release.component,
      "previous": release.previous?.version,
      "tag": release.tag,
      "date": release.record.date,
      "source": release.record.source,
      "interface": release.evidence.map(InterfaceDocument.init),
      "branch": branch?.name,
      "conflicts": branch?.conflicts,
    ])
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let name = style(.bold, "\(release.component) \(release.version)")
    if written.isUnchanged {
      return "\(name) is \(branch.place) already, with exactly these files\n"
    }
    let before = release.previous.map { ", after \($0.version)" } ?? ", its first release"
    var text = "\(name) \(written.verb) \(branch.place)\(before)\n"
    if written.plan == nil {
      text += "  \(style(.dim, "commit"))   \(written.shortCommit)\n"
      if branch == nil { text += "  \(style(.dim, "tag"))      \(release.tag)\n" }
      text +=
        release.record.archive.map { "  \(style(.dim, "archive"))  \($0)\n" }
        ?? "  \(style(.dim, "release"))  internal: for the apps of this repository\n"
      if release.signature != nil { text += "  \(style(.dim, "signed"))   archive and manifests\n" }
    }
    if let evidence = release.evidence {
      text += "  \(style(.dim, "API"))      \(InterfaceDocument(evidence).summary)\n"
    }
    return text + release.record.contentLines(style: style).map { "\($0)\n" }.joined()
  }
}
