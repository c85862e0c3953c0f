import APICompatibility
import GitValues
import RegistryModel
import Releases
import Versioning
import Workspace

/// The planned releases.
struct ReleasePlanDocument: Document {
  struct Step: Encodable {
    let component: String
    let path: String
    let previous: String?
    let version: String
    /// `breaking`, `additive` or `unchanged`; `nil` for a first release.
    let level: String?
    let asked: Bool
    /// Whose common version it is.
    let group: String?
    let reasons: [ReleaseReasonDocument]
  }

  struct Held: Encodable {
    let component: String
    let changed: Bool
    let reason: String
    let help: String?
  }

  let steps: [Step]
  let held: [Held]
  let comparesInterfaces: Bool

  init(_ plan: ReleasePlan) {
    steps = plan.steps.map(Step.init)
    held = plan.held.map(Held.init)
    comparesInterfaces = plan.comparesInterfaces
  }

  func text(style: Style, width: Int?) -> String {
    var text = steps.map { $0.text(style: style) }.joined()
    for component in held {
      text += "\(style(.bold, component.component)) \(style(.yellow, "is not released"))\n"
      text += "  \(component.reason.printable)\n"
      if let help = component.help { text += "  \(style(.bold, "help:")) \(help.printable)\n" }
    }
    guard !steps.isEmpty else { return text + "nothing to release\n" }
    text += "\n\(counted(steps.count, "release"))"
    return text
      + (comparesInterfaces
        ? "\n" : "; the public API was not compared: the versions follow from the commits alone\n")
  }
}

extension ReleasePlanDocument.Step {
  init(_ step: PlannedRelease) {
    component = step.name.text
    path = step.path.description
    previous = step.previous?.description
    version = step.version.description
    level = step.level?.rawValue
    asked = step.isAsked
    group = step.group?.text
    reasons = step.reasons.map(ReleaseReasonDocument.init)
  }

  func text(style: Style) -> String {
    let look: Style.Look =
      switch level {
      case "breaking": .red
      case "additive": .green
      default: .yellow
      }
    let before = previous.map { " \($0) →" } ?? ""
    let note = asked ? ", as asked" : ""
    let lines = reasons.flatMap(\.lines).map { "  \($0.printable)\n" }.joined()
    return "\(style(.bold, component))\(before) \(style(look, version))\(note)\n" + lines
  }
}

extension ReleasePlanDocument.Held {
  init(_ held: HeldComponent) {
    component = held.name.text
    changed = held.isChanged
    let refusal = held.refusal
    // The component is named already.
    let context = refusal.context == "component '\(held.name)'" ? nil : refusal.context
    reason = [context, refusal.message].compactMap(\.self).joined(separator: ": ")
    help = refusal.help
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
