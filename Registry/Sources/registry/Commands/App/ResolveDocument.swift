import Layout
import RegistryModel
import Versioning

/// The resolution of each app's pins.
struct ResolveDocument: Document {
  private let result: ResolvePins.Result
  private let written: WrittenOutcome

  init(_ result: ResolvePins.Result, _ mode: WritingMode) {
    self.result = result
    written = WrittenOutcome(result, "resolved", mode)
  }

  var members: JSONMembers {
    let apps = apps.map { name, releases, changes in
      ["name": name, "releases": releases, "changes": changes] as JSONMembers
    }
    return [
      "outcome": written.outcome,
      "apps": apps,
      "scaffolds": apps,
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    if written.isUnchanged { return "the resolution is already up to date\n" }
    var text = ""
    for (name, _, changes) in apps where !changes.isEmpty {
      text += style(.bold, name.text) + "\n"
      text += changes.map { "  \($0.text(style: style))\n" }.joined()
    }
    if text.isEmpty { text = "the resolution \(written.verb) recorded, no release changes\n" }
    return written.text(text, style: style, width: width)
  }

  private var apps:
    [(name: AppName, releases: [ComponentName: SemanticVersion], changes: [ResolvedChange])]
  {
    result.after.apps.sorted { $0.key < $1.key }.map { name, releases in
      let before = result.before.apps[name] ?? [:]
      return (name, releases, ResolvedChange.changes(from: before, to: releases))
    }
  }
}
