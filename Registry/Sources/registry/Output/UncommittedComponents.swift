import Inspection
import RegistryModel
import Releases
import Versioning
import Workspace

extension Console {
  /// Names the components whose changes are not part of a plan, because they are not committed.
  func noteUncommittedChanges(
    besides plan: ReleasePlan,
    of choice: ReleaseChoice,
    in workspace: borrowing Workspace
  ) {
    let planned = Set(plan.steps.map(\.name) + plan.held.map(\.name))
    // Without them the result is the same.
    guard let all = try? workspace.uncommittedComponents(of: choice.selectedNames) else { return }
    let names = all.map(\.name).filter { !planned.contains($0) }
    guard !names.isEmpty else { return }
    note(
      "note: \(names.map { "'\($0)'" }.shortList()) \(names.count == 1 ? "has" : "have") uncommitted changes, and only"
        + " commits are released: commit them with 'git commit'"
    )
  }
}
