import Git
import GitValues
import Layout
import RegistryModel
import Versioning

/// A snapshot that was made, or would be.
struct SnapshotDocument: Document {
  /// `made`, `unchanged` where it was there already, or `planned` for a dry run.
  let outcome: String
  let scaffold: String
  let tag: String
  let tree: String
  let base: String
  let releases: [String: String]
  let commit: String?
  let plan: PlanDocument?

  init(_ result: Snapshot.Result, isDryRun: Bool) {
    outcome = result.plan == nil ? "unchanged" : isDryRun ? "planned" : "made"
    scaffold = result.pinned.scaffold.text
    tag = result.tag
    tree = result.pinned.tree.hex
    base = result.pinned.base.hex
    releases = Dictionary(
      uniqueKeysWithValues: result.pinned.releases.map { ($0.text, $1.version.description) }
    )
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    let verb =
      switch outcome {
      case "made": "is created"
      case "planned": "would be created"
      default: "already exists with this tree"
      }
    var text = "\(style(.bold, tag)) \(verb)\n  \(style(.dim, "tree"))    \(tree)\n"
    if let commit { text += "  \(style(.dim, "commit"))  \(commit.prefix(12))\n" }
    for (name, version) in releases.sorted(by: { $0.key < $1.key }) {
      text += "  \(name) \(version)\n"
    }
    if let plan { text += plan.text(style: style, width: width) }
    return text
  }
}
