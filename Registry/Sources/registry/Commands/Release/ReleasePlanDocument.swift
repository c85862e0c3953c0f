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
    var text = steps(style: style, width: width)
    text += HeldList(plan.held, isPlan: true).text(style: style)
    guard !plan.steps.isEmpty else {
      return plan.held.isEmpty ? "nothing to release\n" : text
    }
    text += "\n\(counted(plan.steps.count, "release"))"
    return text
      + (plan.comparesInterfaces
        ? "\n" : "; the public API was not compared: the versions follow from the commits alone\n")
  }
}

extension ReleasePlanDocument {
  /// So many releases with the same version and reasons are shown one by one.
  private static let mostAlike = 3

  /// The releases in their order; those that differ by name alone are listed with the first of them.
  private func steps(style: Style, width: Int?) -> String {
    let alike = Dictionary(grouping: plan.steps) { $0.text(of: "", style: style) }
    var told: Set<String> = []
    return plan.steps.map { step in
      let key = step.text(of: "", style: style)
      let steps = alike[key] ?? []
      if steps.count <= Self.mostAlike {
        return step.text(of: style(.bold, step.name.text), style: style)
      }
      guard told.insert(key).inserted else { return "" }
      return step.text(
        of: style(.bold, "\(steps.count) components"),
        steps.map(\.name.text).lines(indent: 2, width: width),
        style: style
      )
    }.joined()
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

  /// - Parameter names: The lines with the names of several.
  fileprivate func text(of title: String, _ names: String = "", style: Style) -> String {
    let look: Style.Look =
      switch level {
      case .breaking: .red
      case .additive: .green
      case .unchanged, nil: .yellow
      }
    let before = previous.map { " \($0) →" } ?? ""
    let note = isAsked ? ", as asked" : ""
    let replaced = withdrawn.map { "replaces \($0.version), which is withdrawn: \($0.reason)" }
    let lines = (reasons.flatMap(\.lines) + replaced).map { "  \($0.printable)\n" }.joined()
    return "\(title)\(before) \(style(look, version.description))\(note)\n" + names + lines
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
