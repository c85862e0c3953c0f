import Git
import GitValues
import RegistryModel
import Releases
import Versioning

/// The releases of one commit that were made, or would be.
struct ReleaseDocument: Document {
  struct Release: Encodable {
    let component: String
    let version: String
    let previous: String?
    let group: String?
    let tag: String
    let tree: String
    let archive: String
    let requires: [String: EncodedJSON]
    let files: [String: String]?
    let omits: [String]?
    let adds: [String: String]?
    fileprivate let content: PublishedContent

    private enum CodingKeys: String, CodingKey {
      case component, version, previous, group, tag, tree, archive, requires, files, omits
      case adds
    }
  }

  /// `released`, `proposed` on a branch of its own, `unchanged` where there was nothing to release or
  /// the branch has it already, or `planned` for a dry run.
  let outcome: String
  let releases: [Release]
  /// As for `plan`: what could not be released.
  let held: [ReleasePlanDocument.Held]
  /// The branch of its own; `nil` for the one that is checked out.
  let branch: String?
  let conflicts: [BranchConflictDocument]?
  let commit: String?
  let plan: PlanDocument?

  init(_ result: MakeReleases.Result, isDryRun: Bool) {
    outcome =
      result.plan == nil
      ? "unchanged" : isDryRun ? "planned" : result.branch == nil ? "released" : "proposed"
    branch = result.branch?.name
    conflicts = result.branch.map { $0.conflicts.map(BranchConflictDocument.init) }
    releases = result.releases.map(Release.init)
    held = result.held.map(ReleasePlanDocument.Held.init)
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    var text = ""
    // What is published beside the folder is often the same for all, such as a licence.
    let lines = releases.map { $0.content.lines(style: style) }
    let counts = lines.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (release, lines) in zip(releases, lines) {
      let verb = outcome == "planned" ? "would be" : "is"
      let place = branch.map { "on the branch '\($0)'" } ?? "released"
      let before = release.previous.map { ", after \($0)" } ?? ", its first release"
      let name = style(.bold, "\(release.component) \(release.version)")
      text += "\(name) \(verb) \(place)\(before)\n"
      text += lines.filter { counts[$0] == 1 }.map { "\($0)\n" }.joined()
    }
    for (line, count) in counts.filter({ $1 > 1 }).sorted(by: { $0.key < $1.key }) {
      text += "\(line) (\(count) releases)\n"
    }
    for component in held {
      text += "\(style(.bold, component.component)) \(style(.yellow, "is not released")): "
      text += component.reason.printable + "\n"
      if let help = component.help { text += "  \(style(.bold, "help:")) \(help.printable)\n" }
    }
    if releases.isEmpty { return text + "nothing to release\n" }
    if let plan { return text + "\n" + plan.text(style: style, width: width) }
    if outcome == "unchanged" { return text + "the branch has these releases already\n" }
    return text + "  \(style(.dim, "commit"))  \(commit?.prefix(12) ?? "")\n"
  }
}

extension ReleaseDocument.Release {
  init(_ made: PreparedRelease) {
    component = made.component.text
    version = made.release.version.description
    previous = made.previous?.version.description
    group = made.group?.text
    tag = made.tag
    tree = made.release.tree.description
    archive = made.release.archive.description
    content = PublishedContent(made.release)
    (files, omits, adds) = (content.files, content.omits, content.adds)
    requires = Dictionary(
      uniqueKeysWithValues: made.release.requires.map { ($0.text, EncodedJSON($1.json)) }
    )
  }
}
