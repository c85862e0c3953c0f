import Releases
import Versioning

/// A release of another branch that is in the way of a planned one.
struct BranchConflictDocument: Encodable {
  let branch: String
  let component: String
  let version: String
  /// `component`, `version`, `requirement` or `dependency`.
  let kind: String
  let message: String

  init(_ conflict: BranchConflict) {
    branch = conflict.branch
    component = conflict.component.text
    version = conflict.version.description
    message = conflict.words
    switch conflict.reason {
    case .component: kind = "component"
    case .version: kind = "version"
    case .requirement: kind = "requirement"
    case .dependency: kind = "dependency"
    }
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
