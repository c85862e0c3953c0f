import Inspection
import RegistryModel
import Releases
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
    let most = 5
    let list = names.prefix(most).map { "'\($0)'" }.joined(separator: ", ")
    let more = names.count > most ? " and \(names.count - most) more" : ""
    note(
      "note: \(list)\(more) \(names.count == 1 ? "has" : "have") uncommitted changes, and only"
        + " commits are released: commit them with 'git commit'"
    )
  }
}
