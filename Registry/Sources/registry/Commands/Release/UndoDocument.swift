import Git
import GitValues
import RegistryModel
import Releases
import Versioning

/// A release that was removed, or would be.
struct UndoDocument: Document {
  struct Other: Encodable {
    let component: String
    let version: String
  }

  /// `undone`, or `planned` for a dry run.
  let outcome: String
  let component: String
  let version: String
  /// Releases of the same commit, which go with it; `nil` if there are none.
  let others: [Other]?
  /// The commit that is gone from the branch.
  let undone: String
  /// The commit that the branch is at.
  let commit: String?
  let plan: PlanDocument?

  init(_ result: UndoRelease.Result, isDryRun: Bool) {
    outcome = isDryRun ? "planned" : "undone"
    component = result.component.text
    version = result.release.version.description
    let others = result.others.map { other in
      Other(component: other.component.text, version: other.version.description)
    }
    self.others = others.isEmpty ? nil : others
    undone = result.undone.hex
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    let all = [Other(component: component, version: version)] + (others ?? [])
    let name = all.map { style(.bold, "\($0.component) \($0.version)") }.joined(separator: ", ")
    let verb = others == nil ? "is" : "are"
    let branch =
      "the branch \(plan == nil ? "is" : "would be") at \(commit?.prefix(12) ?? "") again"
    if let plan {
      return "\(name) would be removed, \(branch)\n" + plan.text(style: style, width: width)
    }
    return "\(name) \(verb) removed, \(branch)\n"
  }
}
