import Git
package import GitValues
import PublishedForm
import RegistryModel
import Versioning
package import Workspace
import Writing

/// The releases that one commit makes, whatever they come from: records, versions and changelog.
struct ReleaseWriting {

  /// The branch with the records that were added.
  private(set) var base: WriteBase

  /// Nothing where each component has one in its folder.
  private var changelog: Changelog?
  private var releases: [PreparedRelease] = []
  private var entries: [ChangelogEntry] = []
  private var missingTags: [PlannedTag] = []
  /// What the manifest is to say; a release that is none of the newest leaves it alone.
  private var versions: [ComponentName: SemanticVersion] = [:]

  init(_ base: WriteBase, in workspace: borrowing Workspace) throws {
    self.base = base
    guard base.state.manifest.changelogs == .repository else { return }
    var changelog = Changelog(
      reading: try workspace.text(of: Workspace.changelogPath, in: base.tree)
    )
    changelog.addSections(for: base.state.manifest.components.filter { !$0.value.isPrivate })
    self.changelog = changelog
  }

  /// - Parameter releases: With what the changelog says before the list of changes.
  mutating func add(
    _ releases: [(prepared: PreparedRelease, notes: String?)],
    in workspace: borrowing Workspace
  ) throws {
    let forms = ReleasedForms(root: base.tree, rootFiles: base.state.manifest.rootFiles)
    // What has its entry needs no look at the history.
    let changes = try releases.filter { $0.prepared.changelog == nil }.map { prepared, _ in
      ReleaseHistories.Change(
        paths: try forms.paths(
          of: prepared.release.tree,
          at: prepared.path,
          since: prepared.release,
          in: workspace.repository
        ),
        since: prepared.previous
      )
    }
    var graph = CommitGraph()
    let histories = try ReleaseHistories(tip: base.tip)
      .histories(of: changes, graph: &graph, in: workspace.repository)
    var rest = histories[...]
    for (prepared, notes) in releases {
      let history = prepared.changelog == nil ? rest.popFirst() : nil
      let commits = try (history?.commits ?? []).map { try workspace.repository.commit($0) }
      try add(prepared, notes, commits, in: workspace)
    }
  }

  private mutating func add(
    _ prepared: PreparedRelease,
    _ notes: String?,
    _ commits: [Commit],
    in workspace: borrowing Workspace
  ) throws {
    let (name, version) = (prepared.component, prepared.release.version)
    let log = try workspace.log(of: name, in: base.state)
    let entry =
      prepared.changelog?.entry
      ?? ChangelogEntry(
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
      changelog?.addNewest(entry)
      versions[name] = version
    } else {
      changelog?.add(entry, above: log.releases.last { $0.version < version }?.version)
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
    if let changelog {
      files.append(try base.file(Workspace.changelogPath, changelog.text, in: workspace))
    }
    files += releases.compactMap(\.changelog?.file)
    if let attributes = try attributesFile(in: workspace) { files.append(attributes) }
    files += extra.map { [$0] } ?? []
    return WritePlan(
      .commit(
        files: files,
        message: ChangelogEntry.message(of: entries),
        tags: releases.map { ReleaseTags.planned($0.component, $0.release.version) }
          + missingTags
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

  private func attributesFile(in workspace: borrowing Workspace) throws -> PlannedFile? {
    let old = try workspace.text(of: MergeAttributes.path, in: base.tree)
    let attributes = MergeAttributes(
      releases: workspace.releasesPath,
      changelog: Workspace.changelogPath
    )
    return try attributes.added(to: old).map {
      try base.file(MergeAttributes.path, $0, in: workspace)
    }
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
