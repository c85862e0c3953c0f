import Layout
import RegistryModel
import Versioning

/// A pin that was added or removed, or would be, and the releases that change.
struct PinDocument: Document {
  private let result: PinComponent.Result
  private let written: WrittenOutcome

  init(_ result: PinComponent.Result, _ mode: WritingMode) {
    self.result = result
    let done = result.pin == nil ? "unpinned" : "pinned"
    written = WrittenOutcome(result, done, mode)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "app": result.app,
      "scaffold": result.app,
      "component": result.component,
      "pin": result.pin,
      "changes": changes,
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let already = written.isUnchanged ? " already" : ""
    let no = written.isUnchanged ? "not" : "no longer"
    let what =
      result.pin.map { "pinned in \(result.app)\(already): \($0)" }
      ?? "\(no) pinned in \(result.app)"
    let text =
      "\(style(.bold, result.component.text)) \(written.verb) \(what)\n"
      + changes.map { "  \($0.text(style: style))\n" }.joined()
    return written.text(text, style: style, width: width)
  }

  private var changes: [ResolvedChange] {
    ResolvedChange.changes(from: result.before, to: result.after)
  }
}

/// A component that an app is built from another release of.
struct ResolvedChange: JSONObjectRepresentable {
  private let component: ComponentName
  /// `nil` for the working tree.
  private let from: SemanticVersion?
  private let to: SemanticVersion?

  static func changes(
    from before: [ComponentName: SemanticVersion],
    to after: [ComponentName: SemanticVersion]
  ) -> [ResolvedChange] {
    Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { name in
      ResolvedChange(component: name, from: before[name], to: after[name])
    }
  }

  var members: JSONMembers { ["component": component, "from": from, "to": to] }

  func text(style: Style) -> String {
    let (from, to) = (
      from?.description ?? "the working tree", to?.description ?? "the working tree"
    )
    return "\(component): \(from) → \(style(.green, to))"
  }
}
