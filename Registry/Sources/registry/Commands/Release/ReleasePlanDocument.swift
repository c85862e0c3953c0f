import APICompatibility
import Errors
import RegistryModel
import Releases
import Versioning
import Workspace

/// The planned releases.
struct ReleasePlanDocument: Document {
  private let plan: ReleasePlan

  init(_ plan: ReleasePlan) {
    self.plan = plan
  }

  var members: JSONMembers {
    [
      "steps": plan.steps,
      "held": plan.held,
      "comparesInterfaces": plan.comparesInterfaces,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var text = plan.steps.map { $0.text(style: style) }.joined()
    for held in plan.held {
      text += "\(style(.bold, held.name.text)) \(style(.yellow, "is not released"))\n"
      text += "  \(held.words.printable)\n"
      if let help = held.refusal.help { text += "  \(style(.bold, "help:")) \(help.printable)\n" }
    }
    guard !plan.steps.isEmpty else { return text + "nothing to release\n" }
    text += "\n\(counted(plan.steps.count, "release"))"
    return text
      + (plan.comparesInterfaces
        ? "\n" : "; the public API was not compared: the versions follow from the commits alone\n")
  }
}

extension PlannedRelease: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": name,
      "path": path,
      "previous": previous,
      "version": version,
      "level": level?.rawValue,
      "asked": isAsked,
      "group": group,
      "reasons": reasons,
    ]
  }

  fileprivate func text(style: Style) -> String {
    let look: Style.Look =
      switch level {
      case .breaking: .red
      case .additive: .green
      case .unchanged, nil: .yellow
      }
    let before = previous.map { " \($0) →" } ?? ""
    let note = isAsked ? ", as asked" : ""
    let lines = reasons.flatMap(\.lines).map { "  \($0.printable)\n" }.joined()
    return "\(style(.bold, name.text))\(before) \(style(look, version.description))\(note)\n"
      + lines
  }
}

extension HeldComponent: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": name, "changed": isChanged, "code": refusal.code.rawValue, "reason": words,
      "help": refusal.help,
    ]
  }

  /// The refusal without the component, which is named before it.
  var words: String {
    let context = refusal.context == "component '\(name)'" ? nil : refusal.context
    return [context, refusal.message].compactMap(\.self).joined(separator: ": ")
  }
}

extension Console {
  /// Says which components wait for a person because their last release was withdrawn.
  func noteWithdrawn(_ plan: ReleasePlan) {
    for state in plan.withdrawn {
      note(
        "note: \(state.component) has the files of \(state.version), which is withdrawn:"
          + " '\(state.command)' releases them again"
      )
    }
  }
}
