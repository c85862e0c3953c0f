import Git
import GitValues
import RegistryModel
import Releases
import Versioning

/// A release that was withdrawn, or would be.
struct YankDocument: Document {
  /// `withdrawn`, `unchanged` where it was already, or `planned` for a dry run.
  let outcome: String
  let component: String
  let version: String
  let reason: String
  let date: String
  /// Releases of others that cannot be resolved any more; absent where there are none.
  let unresolvable: [Dependent]?
  let commit: String?
  let plan: PlanDocument?

  struct Dependent: Encodable {
    let component: String
    let version: String
  }

  init(_ result: YankRelease.Result, isDryRun: Bool) {
    outcome = result.plan == nil ? "unchanged" : isDryRun ? "planned" : "withdrawn"
    component = result.component.text
    version = result.yank.version.description
    reason = result.yank.reason
    date = result.yank.date.description
    let dependents = result.unresolvable.map { dependent in
      Dependent(component: dependent.component.text, version: dependent.version.description)
    }
    unresolvable = dependents.isEmpty ? nil : dependents
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(component) \(version)")
    if let plan {
      return "\(name) would be withdrawn\n" + losses(style, isDone: false) + "\n"
        + plan.text(style: style, width: width)
    }
    let since = outcome == "unchanged" ? " already since \(date.prefix(10))" : ""
    return "\(name) is withdrawn\(since): \(reason.printable)\n" + losses(style, isDone: true)
  }

  private func losses(_ style: Style, isDone: Bool) -> String {
    guard let unresolvable else { return "" }
    let names = unresolvable.map { "\($0.component) \($0.version)" }.joined(separator: ", ")
    return "  \(isDone ? "can" : "could") no longer be resolved: \(names)\n"
      + "  \(style(.bold, "help:")) release \(component) again, or these with what is left:"
      + " 'registry bump NAME --patch'\n"
  }
}
