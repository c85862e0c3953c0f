import Base
import Content
import Git
import Model
import Versions

/// Makes the changelog entries of releases.
struct ReleaseEntries {
  /// The commit since which the entries of first releases list changes; `nil` for the component's
  /// baseline, if it has one.
  private let start: ObjectID?
  private let manifest: Manifest
  private let forms: ReleasedForms
  private let histories: ReleaseHistories
  let scopes: ComponentScopes
  private let changeNotes: ChangeNotes
  private var graph = CommitGraph()
  /// The commits of changes, each looked up once.
  private var known: [ReleaseHistories.Change: ReleaseChanges] = [:]

  /// - Parameters:
  ///   - tip: The branch's newest commit.
  ///   - tree: Of the commit.
  ///   - state: The data of the commit.
  ///   - changeNotes: Those of the commit.
  init(
    tip: ObjectID,
    tree: ObjectID,
    state: RegistryState,
    listingFirstsAfter start: ObjectID?,
    _ changeNotes: ChangeNotes
  ) {
    (self.start, manifest, self.changeNotes) = (start, state.manifest, changeNotes)
    scopes = ComponentScopes(manifest)
    forms = ReleasedForms(root: tree, rootFiles: manifest.rootFiles)
    histories = ReleaseHistories(
      tip: tip,
      manifest: TreePath(unchecked: state.document.file),
      of: state.trees
    )
  }

  /// Looks up the commits of many changes in one walk.
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
  mutating func commits(
    of change: ReleaseHistories.Change,
    in repository: borrowing Repository
  ) throws -> ReleaseChanges {
    try find([change], in: repository)
    return known[change] ?? ReleaseChanges(all: [], standing: [])
  }

  /// The entries, each with its notes.
  mutating func entries(
    of releases: [PlannedRelease],
    in repository: borrowing Repository
  ) throws -> [ChangelogEntry] {
    let changes = try releases.map { try change(of: $0, in: repository) }
    try find(changes.compactMap(\.self), in: repository)
    var entries: [ChangelogEntry] = []
    for (release, change) in zip(releases, changes) {
      entries.append(
        ChangelogEntry(
          component: release.component,
          version: release.version,
          date: release.record.date,
          notes: [first(release), release.notes].compactMap(\.self),
          evidence: release.evidence,
          noted: changeNotes.notes(for: release.component),
          commits: try change.map { try commits(of: $0, in: repository).standing } ?? [],
          scopes: scopes
        )
      )
    }
    return entries
  }

  /// The change that the entry lists the commits of: the history of a first release is what came before.
  private func change(
    of release: PlannedRelease,
    in repository: borrowing Repository
  ) throws -> ReleaseHistories.Change? {
    let baseline = baseline(of: release)
    let start = start ?? baseline?.source
    let previous = baseline == nil ? release.previous : nil
    guard previous != nil || start != nil else { return nil }
    // An upload has nothing from outside of its folder, which the commit that is made will bring.
    let paths =
      release.record.isUploaded
      ? [release.candidate.path]
      : try forms.paths(
        of: release.record.tree,
        at: release.candidate.path,
        since: release.record,
        in: repository
      )
    let name = release.component
    return previous.map { ReleaseHistories.Change(of: name, paths: paths, since: $0) }
      ?? start.map { ReleaseHistories.Change(of: name, paths: paths, after: $0) }
  }

  private func baseline(of release: PlannedRelease) -> Baseline? {
    manifest.components[release.component]?.baseline.flatMap { baseline in
      release.previous.map { $0.version < baseline.version } ?? true ? baseline : nil
    }
  }

  /// The text of a first release, in place of a list of all commits.
  private func first(_ release: PlannedRelease) -> String? {
    guard release.previous == nil else {
      return baseline(of: release).map { "First release after the baseline \($0.version)." }
    }
    guard let baseline = baseline(of: release)?.version, baseline < release.version else {
      return "First release."
    }
    return "First release, after the baseline \(baseline)."
  }
}
