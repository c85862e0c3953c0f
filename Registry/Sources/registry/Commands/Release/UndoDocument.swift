import GitValues
import RegistryModel
import Releases

/// A release that was removed, or would be.
struct UndoDocument: Document {
  private let result: UndoRelease.Result
  /// `nil` unless this is a dry run.
  private let plan: PlanDocument?

  init(_ result: UndoRelease.Result, _ mode: WritingMode) {
    self.result = result
    plan = mode.document(result.plan)
  }

  var members: JSONMembers {
    [
      "outcome": plan == nil ? "undone" : "planned",
      "component": result.component,
      "version": result.release.version,
      "others": result.others.unlessEmpty?.map {
        ["component": $0.component, "version": $0.version] as JSONMembers
      },
      "undone": result.undone,
      "commit": result.commit,
      "plan": plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let all = [(component: result.component, version: result.release.version)] + result.others
    let name = all.map { style(.bold, "\($0.component) \($0.version)") }.joined(separator: ", ")
    let verb = result.others.isEmpty ? "is" : "are"
    let commit = (result.commit?.hex ?? "").prefix(12)
    let branch = "the branch \(plan == nil ? "is" : "would be") at \(commit) again"
    if let plan {
      return "\(name) would be removed, \(branch)\n" + plan.text(style: style, width: width)
    }
    return "\(name) \(verb) removed, \(branch)\n"
  }
}
