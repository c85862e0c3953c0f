import Errors
import Git
import GitValues
import Workspace

/// The commits that changed components since their releases, each change looked up once.
struct ReleaseCommits {
  private let histories: ReleaseHistories
  private var graph = CommitGraph()
  private var known: [ReleaseHistories.Change: ReleaseChanges] = [:]

  /// - Parameter manifest: Its path.
  init(tip: ObjectID, manifest: TreePath) {
    histories = ReleaseHistories(tip: tip, manifest: manifest)
  }

  /// Looks up many changes in one walk.
  mutating func find(
    _ changes: [ReleaseHistories.Change],
    in repository: borrowing Repository
  ) throws {
    let new = changes.filter { known[$0] == nil }
    guard !new.isEmpty else { return }
    guard !repository.isShallow else { throw OperationError.shallow }
    let found = try histories.histories(of: new, graph: &graph, in: repository)
    let reverted = RevertedCommits(tip: histories.tip)
    for (change, history) in zip(new, found) {
      let commits = try history.map { try repository.commit($0) }
      known[change] = try reverted.changes(commits, graph: &graph, in: repository)
    }
  }

  /// The commits of a change.
  mutating func changes(
    of change: ReleaseHistories.Change,
    in repository: borrowing Repository
  ) throws -> ReleaseChanges {
    try find([change], in: repository)
    return known[change] ?? ReleaseChanges(all: [], standing: [])
  }
}
