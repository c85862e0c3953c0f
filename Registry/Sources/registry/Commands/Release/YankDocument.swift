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
  private let help: String?

  private enum CodingKeys: String, CodingKey {
    case outcome, component, version, reason, date, unresolvable, commit, plan
  }

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
    help = result.help
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
    let most = 5
    let names = unresolvable.prefix(most).map { "\($0.component) \($0.version)" }
    let more = unresolvable.count > most ? ", and \(unresolvable.count - most) more" : ""
    return "  \(isDone ? "can" : "could") no longer be resolved: "
      + "\(names.joined(separator: ", "))\(more)\n"
      + (help.map { "  \(style(.bold, "help:")) \($0.printable)\n" } ?? "")
  }
}
