import Git
import RegistryModel
import RegistryOperations
import Versioning

/// A release that was taken back, or would be.
struct UndoDocument: Document {
  /// `undone`, or `planned` for a dry run.
  let outcome: String
  let component: String
  let version: String
  /// The commit that is gone from the branch.
  let undone: String
  /// The commit that the branch is at.
  let commit: String
  let plan: PlanDocument?

  init(_ result: UndoRelease.Result, isDryRun: Bool) {
    outcome = isDryRun ? "planned" : "undone"
    component = result.component.text
    version = result.release.version.description
    undone = result.undone.hex
    commit = result.commit.hex
    plan = isDryRun ? PlanDocument(result.plan) : nil
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(component) \(version)")
    let branch = "the branch \(plan == nil ? "is" : "would be") at \(commit.prefix(12)) again"
    if let plan {
      return "\(name) would be taken back, \(branch)\n" + plan.text(style: style, width: width)
    }
    return "\(name) is taken back, \(branch)\n"
  }
}
