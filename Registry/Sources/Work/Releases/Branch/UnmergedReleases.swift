import Git
import Model
import Versions

/// The releases that other commits have and a state does not.
struct UnmergedReleases {
  private let state: RegistryState
  /// By the tree of the logs, which most branches have in common with others.
  private var found: [ObjectID: [(component: ComponentName, release: Release)]] = [:]

  init(notIn state: RegistryState) {
    self.state = state
  }

  /// The releases of a commit, by component; empty if it has no readable registry data, like a
  /// branch from before there was a registry.
  mutating func releases(
    at commit: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, release: Release)] {
    let tree = try workspace.repository.commit(commit).tree
    guard let folder = try workspace.repository.entry(at: workspace.releasesPath, in: tree)?.id
    else { return [] }
    if let found = found[folder] { return found }
    let releases = try releases(in: try? workspace.state(at: commit), workspace)
    found[folder] = releases
    return releases
  }

  private func releases(
    in other: RegistryState?,
    _ workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, release: Release)] {
    guard let other else { return [] }
    var found: [(ComponentName, Release)] = []
    for name in workspace.loggedComponents(in: other)
    where other.logName(of: name) != state.logName(of: name) {
      guard let theirs = try? workspace.log(of: name, in: other) else { continue }
      let own = try workspace.log(of: name, in: state)
      found += theirs.releases.filter { own.release($0.version) != $0 }.map { (name, $0) }
    }
    return found
  }
}
