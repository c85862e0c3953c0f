import Git
import GitValues
import Layout
import RegistryModel
import Versioning

/// A pin that was added or removed, or would be, and the releases that change.
struct PinDocument: Document {
  /// `pinned`, `unpinned`, `unchanged` where it stood already, or `planned` for a dry run.
  let outcome: String
  let scaffold: String
  let component: String
  let pin: EncodedJSON?
  let changes: [ResolvedChange]
  let commit: String?
  let plan: PlanDocument?
  private let words: String?

  private enum CodingKeys: String, CodingKey {
    case outcome, scaffold, component, pin, changes, commit, plan
  }

  init(_ result: PinComponent.Result, isDryRun: Bool) {
    let done = result.pin == nil ? "unpinned" : "pinned"
    outcome = result.plan == nil ? "unchanged" : isDryRun ? "planned" : done
    scaffold = result.scaffold.text
    component = result.component.text
    pin = result.pin.map { EncodedJSON($0.json) }
    words = result.pin.map(\.description)
    changes = ResolvedChange.changes(from: result.before, to: result.after)
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, component)
    let verb = plan == nil ? "is" : "would be"
    let already = outcome == "unchanged" ? " already" : ""
    let what = words.map { "pinned in \(scaffold)\(already): \($0)" } ?? "not pinned in \(scaffold)"
    var text = "\(name) \(verb) \(what)\n"
    text += changes.map { "  \($0.text(style: style))\n" }.joined()
    return plan.map { text + "\n" + $0.text(style: style, width: width) } ?? text
  }
}

/// A component that a scaffold is built from another release of.
struct ResolvedChange: Encodable {
  let component: String
  /// `nil` for the working tree.
  let from: String?
  let to: String?

  static func changes(
    from before: [ComponentName: SemanticVersion],
    to after: [ComponentName: SemanticVersion]
  ) -> [ResolvedChange] {
    Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { name in
      ResolvedChange(
        component: name.text,
        from: before[name]?.description,
        to: after[name]?.description
      )
    }
  }

  func text(style: Style) -> String {
    let (from, to) = (from ?? "the working tree", to ?? "the working tree")
    return "\(component): \(from) → \(style(.green, to))"
  }
}
