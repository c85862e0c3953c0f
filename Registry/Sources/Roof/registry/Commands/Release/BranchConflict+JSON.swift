import Model
import Releases
import Versions

extension BranchConflict: JSONObjectRepresentable {
  var members: JSONMembers {
    let kind =
      switch reason {
      case .component: "component"
      case .version: "version"
      case .requirement: "requirement"
      case .dependency: "dependency"
      }
    return [
      "branch": branch, "component": component, "version": version, "kind": kind, "message": words,
    ]
  }
}

extension BranchConflict {
  /// For people, in one sentence.
  var words: String {
    let start = "the branch '\(branch)' releases \(component) \(version)"
    switch reason {
    case .component:
      return start + ", too, and is not merged: when one of the two is, make the other one again"
    case .version:
      return start
        + ", too, and is not merged: only one of the two can be, make the other one again"
    case .requirement(let dependent, let requirement):
      return start + ", which \(dependent) does not allow here (it requires \(requirement)):"
        + " when that is merged, make this one again"
    case .dependency(let dependency, let version, let requirement):
      return start
        + ", which requires \(dependency) \(requirement), and not \(version): when this is"
        + " merged, make that one again"
    }
  }
}
