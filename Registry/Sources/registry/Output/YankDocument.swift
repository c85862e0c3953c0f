import Git
import RegistryModel
import RegistryOperations
import Versioning

/// A release that was withdrawn, or would be.
struct YankDocument: Document {
  /// `withdrawn`, `unchanged` where it was already, or `planned` for a dry run.
  let outcome: String
  let component: String
  let version: String
  let reason: String
  let date: String
  let commit: String?
  let plan: PlanDocument?

  init(_ result: YankRelease.Result, isDryRun: Bool) {
    outcome = result.plan == nil ? "unchanged" : isDryRun ? "planned" : "withdrawn"
    component = result.component.text
    version = result.yank.version.description
    reason = result.yank.reason
    date = result.yank.date.description
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(component) \(version)")
    if let plan { return "\(name) would be withdrawn\n\n" + plan.text(style: style, width: width) }
    let since = outcome == "unchanged" ? " already since \(date.prefix(10))" : ""
    return "\(name) is withdrawn\(since): \(reason.printable)\n"
  }
}
