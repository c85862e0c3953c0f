import Git
import GitValues
import RegistryModel
import Releases
import Versioning

/// A release that was made, or would be.
struct BumpDocument: Document {
  /// `released`, `proposed` on a branch of its own, `unchanged` where it was there already, or `planned` for a dry run.
  let outcome: String
  let component: String
  let version: String
  let previous: String?
  let tag: String
  let date: String
  let tree: String
  let source: String
  let archive: String
  let requires: [String: EncodedJSON]
  /// What is published in place of links, and what is not published.
  let files: [String: String]?
  let omits: [String]?
  /// The published files that are those of the root.
  let adds: [String: String]?
  let interface: InterfaceDocument?
  /// The branch of its own; `nil` for the one that is checked out.
  let branch: String?
  let conflicts: [BranchConflictDocument]?
  let commit: String?
  let plan: PlanDocument?
  private let content: PublishedContent

  init(_ result: Bump.Result, isDryRun: Bool) {
    outcome =
      result.plan == nil
      ? "unchanged" : isDryRun ? "planned" : result.branch == nil ? "released" : "proposed"
    branch = result.branch?.name
    conflicts = result.branch.map { $0.conflicts.map(BranchConflictDocument.init) }
    component = result.component.text
    version = result.release.version.description
    previous = result.previous?.version.description
    tag = result.tag
    date = result.release.date.description
    tree = result.release.tree.description
    source = result.release.source.description
    archive = result.release.archive.description
    requires = Dictionary(
      uniqueKeysWithValues: result.release.requires.map { ($0.text, EncodedJSON($1.json)) }
    )
    content = PublishedContent(result.release)
    (files, omits, adds) = (content.files, content.omits, content.adds)
    interface = result.evidence.map(InterfaceDocument.init)
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  private enum CodingKeys: String, CodingKey {
    case outcome, component, version, previous, tag, date, tree, source, archive, requires, files
    case omits, adds, interface, branch, conflicts, commit, plan
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(component) \(version)")
    let place = branch.map { "on the branch '\($0)'" } ?? "released"
    if outcome == "unchanged" { return "\(name) is \(place) already, with exactly these files\n" }
    let before = previous.map { ", after \($0)" } ?? ", its first release"
    if let plan {
      return "\(name) would be \(place)\(before)\n\(api(style))\(content.text(style: style))\n"
        + plan.text(style: style, width: width)
    }
    return """
      \(name) is \(place)\(before)
        \(style(.dim, "commit"))   \(commit?.prefix(12) ?? "")
      \(branch == nil ? "  \(style(.dim, "tag"))      \(tag)\n" : "")\
        \(style(.dim, "archive"))  \(archive)

      """ + api(style) + content.text(style: style)
  }

  private func api(_ style: Style) -> String {
    interface.map { "  \(style(.dim, "API"))      \($0.summary)\n" } ?? ""
  }
}
