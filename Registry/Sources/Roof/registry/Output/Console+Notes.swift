import Base
import Git
import Model
import Releases
import Reports
import Versions

extension Console {
  /// Names the components whose changes are not part of a plan, because they are not committed.
  func noteUncommittedChanges(besides plan: ReleasePlan) {
    let names = plan.uncommitted
    guard !names.isEmpty else { return }
    note(
      "note: \(names.map { "'\($0)'" }.shortList()) \(names.count == 1 ? "has" : "have") uncommitted changes, and only"
        + " commits are released: commit them with 'git commit'"
    )
  }

  /// Names the packages that git tracks and the manifest does not list.
  func noteUnlistedPackages(in workspace: borrowing Workspace) {
    // Without them the result is the same.
    guard let paths = try? workspace.unlistedPackages(), !paths.isEmpty else { return }
    let advice = movedAdvice(paths, in: workspace) ?? "'registry add' adds them"
    note(
      "note: \(counted(paths.count, "package")) not listed as \(paths.count == 1 ? "a component" : "components"):"
        + " \(paths.map(\.description).shortList()) (\(advice))"
    )
  }

  /// What to do if one of the packages is a component that has moved.
  private func movedAdvice(_ paths: [TreePath], in workspace: borrowing Workspace) -> String? {
    guard let missing = try? workspace.missingComponents(), let name = missing.first else {
      return nil
    }
    let path = paths.count == 1 ? paths[0].string.shellQuoted : "FOLDER"
    return "if one is the folder of \(name), which is missing, record the move:"
      + " 'registry move \(name) \(path)'"
  }
}
