import Git
package import GitValues
import PublishedForm
import RegistryModel
import Versioning
package import Workspace
package import Writing

/// The releases that one commit makes, whatever they come from: records, versions and changelog.
struct ReleaseWriting {

  /// The branch with the records that were added.
  private(set) var base: WriteBase

  /// The commit from which the changelog entries of first releases list changes.
  private let start: ObjectID?
  private var changelog: Changelog
  private var releases: [PreparedRelease] = []
  private var entries: [ChangelogEntry] = []
  private var missingTags: [PlannedTag] = []
  /// What the manifest is to say; a release that is none of the newest leaves it alone.
  private var versions: [ComponentName: SemanticVersion] = [:]

  /// - Parameter start: The commit from which the changelog entries of first releases list changes;
  ///   nothing for those of their baselines, or none.
  init(
    _ base: WriteBase,
    listingFirstsAfter start: ObjectID? = nil,
    in workspace: borrowing Workspace
  ) throws {
    (self.base, self.start) = (base, start)
    changelog = Changelog(reading: try workspace.text(of: Workspace.changelogPath, in: base.tree))
    changelog.addSections(for: base.state.manifest.components)
  }

  /// - Parameter releases: With what the changelog says before the list of changes.
  mutating func add(
    _ releases: [(prepared: PreparedRelease, notes: String?)],
    in workspace: borrowing Workspace
  ) throws {
    var commits = try commits(of: releases.map(\.prepared), in: workspace)
    for (prepared, notes) in releases {
      let own = commits.removeValue(forKey: prepared.component) ?? []
      try add(prepared, [first(prepared), notes].compactMap(\.self), own, in: workspace)
    }
  }

  /// The commits that each release brings, as far as the changelog lists them: the history of a first
  /// release is what came before.
  private func commits(
    of releases: [PreparedRelease],
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: [Commit]] {
    let forms = ReleasedForms(root: base.tree, rootFiles: base.state.manifest.rootFiles)
    var changes: [(name: ComponentName, change: ReleaseHistories.Change)] = []
    for prepared in releases {
      let start = start ?? baseline(of: prepared)?.source
      guard prepared.previous != nil || start != nil else { continue }
      let paths = try forms.paths(
        of: prepared.release.tree,
        at: prepared.path,
        since: prepared.release,
        in: workspace.repository
      )
      let change = prepared.previous.map { ReleaseHistories.Change(paths: paths, since: $0) }
      let first = start.map { ReleaseHistories.Change(paths: paths, after: $0) }
      if let change = change ?? first { changes.append((prepared.component, change)) }
    }
    if changes.isEmpty { return [:] }
    var graph = CommitGraph()
    let histories = try ReleaseHistories(tip: base.tip)
      .histories(of: changes.map(\.change), graph: &graph, in: workspace.repository)
    var commits: [ComponentName: [Commit]] = [:]
    for (change, history) in zip(changes, histories) {
      commits[change.name] = try history.commits.map { try workspace.repository.commit($0) }
    }
    return commits
  }

  private func baseline(of prepared: PreparedRelease) -> Baseline? {
    prepared.previous == nil ? base.state.manifest.components[prepared.component]?.baseline : nil
  }

  /// What the changelog says in the place of all history.
  private func first(_ prepared: PreparedRelease) -> String? {
    guard prepared.previous == nil else { return nil }
    guard let baseline = baseline(of: prepared)?.version, baseline < prepared.release.version else {
      return "First release."
    }
    return "First release, after the baseline \(baseline)."
  }

  private mutating func add(
    _ prepared: PreparedRelease,
    _ notes: [String],
    _ commits: [Commit],
    in workspace: borrowing Workspace
  ) throws {
    let (name, version) = (prepared.component, prepared.release.version)
    let log = try workspace.log(of: name, in: base.state)
    let entry = ChangelogEntry(
      component: name,
      version: version,
      date: prepared.release.date,
      notes: notes,
      evidence: prepared.evidence,
      commits: commits
    )
    let tags = try ReleaseTags(of: name, in: workspace.repository)
    missingTags += try tags.missing(from: base, in: workspace).tags
    if isNewest(version, in: log, tags) {
      changelog.addNewest(entry)
      versions[name] = version
    } else {
      changelog.add(entry, above: log.releases.last { $0.version < version }?.version)
    }
    releases.append(prepared)
    entries.append(entry)
    base.state = base.state.replacing(try log.adding(.release(prepared.release)), of: name)
  }

  /// - Parameters:
  ///   - folder: A component's new content, where the same commit brings it.
  ///   - extra: A further file of the commit.
  func plan(
    in workspace: borrowing Workspace,
    folder: PlannedFolder? = nil,
    beside extra: PlannedFile? = nil
  ) throws -> WritePlan {
    var files: [PlannedFile] = []
    for name in releases.map(\.component) {
      let text = try workspace.log(of: name, in: base.state).text
      files.append(try base.file(workspace.logPath(of: name), text, in: workspace))
    }
    if !versions.isEmpty {
      let document = try base.state.document.setting(versions: versions)
      files.append(try base.file(workspace.manifestPath, document.text, in: workspace))
    }
    files.append(try base.file(Workspace.changelogPath, changelog.text, in: workspace))
    if let attributes = try base.mergeAttributes(in: workspace) { files.append(attributes) }
    for (path, content) in releases.flatMap(\.versionFiles) {
      // Each release has the edits of those before it.
      files.removeAll { $0.path == path }
      let old = try workspace.content(of: path, in: base.tree)
      files.append(PlannedFile(path: path, old: old, new: content))
    }
    files += extra.map { [$0] } ?? []
    // A tag is for the commit that a branch of its own becomes when it is merged.
    let tags = releases.map { ReleaseTags.planned($0.component, $0.release.version) } + missingTags
    return WritePlan(
      .commit(
        files: files,
        message: ChangelogEntry.message(of: entries),
        tags: base.target == nil ? tags : []
      ),
      reason: "registry: release \(ChangelogEntry.subject(of: entries))",
      reliesOn: try Self.objects(of: releases, on: base.tip, in: workspace.repository),
      folder: folder
    )
  }

  /// What a commit of the releases relies on: their content, and the commit before.
  static func objects(
    of releases: [PreparedRelease],
    on tip: ObjectID,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    try releases.flatMap(\.objects)
      + repository.newObjects(in: tip, since: repository.commit(tip).parents.first)
  }

  /// Whether no release of the component is greater, on this branch or, as far as its tag says so,
  /// on another one.
  ///
  /// A release that is not leaves the manifest alone, so that the branch it is made on merges back
  /// without a conflict.
  private func isNewest(
    _ version: SemanticVersion,
    in log: ReleaseLog,
    _ tags: ReleaseTags
  ) -> Bool {
    if let last = log.releases.last, version < last.version { return false }
    return tags.versions.allSatisfy { other in
      // Who tries out a later version elsewhere does not make this one a backport.
      other < version || (other.isPrerelease && !version.isPrerelease)
    }
  }
}

extension WriteBase {
  /// `.gitattributes` with what lets logs and changelogs merge; nothing where it has that already.
  package func mergeAttributes(in workspace: borrowing Workspace) throws -> PlannedFile? {
    let old = try workspace.text(of: MergeAttributes.path, in: tree)
    let attributes = MergeAttributes(
      releases: workspace.releasesPath,
      changelog: Workspace.changelogPath
    )
    return try attributes.added(to: old).map { try file(MergeAttributes.path, $0, in: workspace) }
  }
}

extension Workspace {
  /// The text of a committed file; nothing if there is none.
  package func text(of path: TreePath, in tree: ObjectID) throws -> String? {
    guard let bytes = try content(of: path, in: tree) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OperationError(.notText, "'\(path)' is not UTF-8")
    }
    return text
  }
}
