import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// The releases that other commits have and a state does not.
struct BranchReleases {
  private let state: RegistryState
  private var own: [ComponentName: ReleaseLog] = [:]
  private var known: [ObjectID: [Release]] = [:]

  init(notIn state: RegistryState) {
    self.state = state
  }

  /// Those of a commit, by component; none if it has no readable registry data, as a branch from
  /// before there was any.
  mutating func releases(
    at commit: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, release: Release)] {
    guard let other = try? workspace.state(at: commit) else { return [] }
    var found: [(ComponentName, Release)] = []
    for name in workspace.loggedComponents(in: other) {
      guard let blob = other.logName(of: name), blob != state.logName(of: name) else { continue }
      if known[blob] == nil {
        let log = try own[name] ?? workspace.log(of: name, in: state)
        own[name] = log
        let theirs = try? workspace.log(of: name, in: other)
        known[blob] = theirs?.releases.filter { log.release($0.version) != $0 } ?? []
      }
      found += (known[blob] ?? []).map { (name, $0) }
    }
    return found
  }
}
