import RegistryModel
import Workspace

extension Console {
  /// Says which registries of the manifest are still to get what was released.
  func notePublishing(isMade: Bool, in workspace: borrowing Workspace) throws {
    guard isMade, let tip = workspace.tip else { return }
    let targets = try workspace.state(at: tip).manifest.publishTargets.filter(\.value.reminds)
    for name in targets.keys.sorted() {
      note("publish it with 'registry publish --registry \(name)'")
    }
  }
}
