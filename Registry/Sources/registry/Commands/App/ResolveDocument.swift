import Git
import GitValues
import Layout
import RegistryModel
import Versioning

/// The resolution of each scaffold's pins.
struct ResolveDocument: Document {
  struct Scaffold: Encodable {
    let name: String
    let releases: [String: String]
    let changes: [ResolvedChange]
  }

  /// `resolved`, `unchanged` where it stood already, or `planned` for a dry run.
  let outcome: String
  let scaffolds: [Scaffold]
  let commit: String?
  let plan: PlanDocument?

  init(_ result: ResolvePins.Result, isDryRun: Bool) {
    outcome = result.plan == nil ? "unchanged" : isDryRun ? "planned" : "resolved"
    scaffolds = result.after.scaffolds.sorted { $0.key < $1.key }.map { name, releases in
      Scaffold(
        name: name.text,
        releases: Dictionary(
          uniqueKeysWithValues: releases.map { ($0.text, $1.description) }
        ),
        changes: ResolvedChange.changes(
          from: result.before.scaffolds[name] ?? [:],
          to: releases
        )
      )
    }
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    if outcome == "unchanged" { return "the resolution is already up to date\n" }
    var text = ""
    for scaffold in scaffolds where !scaffold.changes.isEmpty {
      text += style(.bold, scaffold.name) + "\n"
      text += scaffold.changes.map { "  \($0.text(style: style))\n" }.joined()
    }
    if text.isEmpty {
      text =
        "the resolution \(plan == nil ? "is" : "would be") recorded, no release changes\n"
    }
    return plan.map { text + "\n" + $0.text(style: style, width: width) } ?? text
  }
}
