import Base
import Checks
import Content
package import Git
package import Model
import Versions

/// The content of a release commit, whatever the candidates come from: records, versions and
/// changelog.
struct ReleaseWriting {
  /// The branch with the records that were added.
  private(set) var base: WriteBase

  /// `nil` if each component has a changelog in its own folder.
  private var changelog: Changelog?
  private let changeNotes: ChangeNotes
  private var allEntries: ReleaseEntries
  private var releases: [PlannedRelease] = []
  private var entries: [ChangelogEntry] = []
  /// The tags that the repository has.
  private let tags: TagNames
  private var missingTags: [PlannedTag] = []
  /// The versions for the manifest; a backport does not change it.
  private var versions: [ComponentName: SemanticVersion] = [:]

  /// - Parameter start: The commit since which the changelog entries of first releases list
  ///   changes; `nil` for that of their baselines, if they have one.
  /// - Parameter changeNotes: Those of the branch; none for releases that others made.
  init(
    _ base: WriteBase,
    listingFirstsAfter start: ObjectID? = nil,
    _ changeNotes: ChangeNotes = .none,
    in workspace: borrowing Workspace
  ) throws {
    (self.base, self.changeNotes) = (base, changeNotes)
    tags = try workspace.repository.tagNames()
    let manifest = base.state.manifest
    allEntries = ReleaseEntries(
      tip: base.tip,
      tree: base.tree,
      state: base.state,
      listingFirstsAfter: start,
      changeNotes
    )
    guard manifest.changelogs == .repository else { return }
    var changelog = Changelog(
      reading: try workspace.text(of: Workspace.changelogPath, in: base.tree)
    )
    changelog.addSections(for: manifest.components)
    self.changelog = changelog
  }

  mutating func add(
    _ releases: [PlannedRelease],
    in workspace: borrowing Workspace
  ) throws {
    let others = releases.filter { $0.entry == nil }
    var made = try allEntries.entries(of: others, in: workspace.repository)[...]
    for release in releases {
      guard let entry = release.entry ?? made.popFirst() else { continue }
      try add(release, entry, in: workspace)
    }
  }

  private mutating func add(
    _ release: PlannedRelease,
    _ entry: ChangelogEntry,
    in workspace: borrowing Workspace
  ) throws {
    precondition(release.record.archive != .notPacked, "a release is packed before it is written")
    let (name, version) = (release.component, release.version)
    let log = try workspace.log(of: name, in: base.state)
    var release = release
    release.record.notes = entry.recordedNotes
    let tags = ReleaseTags(TagNaming(of: name, release.record), among: tags)
    missingTags += try tags.missing(from: base, in: workspace).tags
    changelog?.restoreEntries(of: name, log)
    changelog?.add(entry, to: log, tags)
    if tags.isNewest(version, in: log) { versions[name] = version }
    releases.append(release)
    entries.append(entry)
    base.state.replace(try log.adding(.release(release.record)), of: name)
  }

  /// - Parameters:
  ///   - folder: A component's new content, if the same commit brings it.
  ///   - extra: Further files of the commit.
  func plan(
    in workspace: borrowing Workspace,
    folder: PlannedFolder? = nil,
    beside extra: [PlannedFile] = []
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
    if let attributes = try base.mergeAttributes(in: workspace) { files.append(attributes) }
    for (path, content) in releases.flatMap(\.editedFiles) {
      // Each release contains the edits of those before it.
      files.removeAll { $0.path == path }
      let old = try workspace.content(of: path, in: base.tree)
      files.append(PlannedFile(path: path, old: old, new: content))
    }
    files += changeNotes.removing(Set(releases.map(\.component)))
    files += try signatures(in: workspace) + extra
    // A branch of its own gets no tags: they are created on the commit that it is merged as.
    let tags =
      releases.map {
        ReleaseTags.planned(TagNaming(of: $0.component, $0.record), $0.version)
      } + missingTags
    return WritePlan(
      .commit(
        files: files,
        message: ChangelogEntry.message(of: entries),
        tags: base.target == nil ? tags : []
      ),
      reason: "registry: release \(ChangelogEntry.subject(of: entries))",
      // The content, and the commit before.
      reliesOn: try releases.flatMap(\.candidate.objects)
        + workspace.repository.newObjects(
          in: base.tip,
          since: workspace.repository.commit(base.tip).parents.first
        ),
      folder: folder
    )
  }

  private func signatures(in workspace: borrowing Workspace) throws -> [PlannedFile] {
    try releases.compactMap { made in
      guard let signature = made.signature,
        let path = workspace.signaturePath(of: made.record, of: made.component)
      else { return nil }
      return try base.file(path, signature.text, in: workspace)
    }
  }
}

extension WriteBase {
  /// `.gitattributes` with the lines that merge logs and changelogs; `nil` if it already has them.
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
  /// The text of a committed file; `nil` if there is none.
  package func text(of path: TreePath, in tree: ObjectID) throws -> String? {
    guard let bytes = try content(of: path, in: tree) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OperationError(.notText, "'\(path)' is not UTF-8")
    }
    return text
  }
}

extension ReleasePlan {
  /// Packs the archives of all public releases, on all processors, or signs one after the other.
  ///
  /// - Returns: The plan with their checksums, and the components that cannot be packed, with the
  ///   reason.
  func packed(
    _ findings: ReleaseFindings,
    _ context: WriteContext,
    signing: ReleaseSigning?,
    in workspace: borrowing Workspace
  ) -> (ReleasePlan, failures: [ComponentName: OperationError]) {
    var plan = self
    var failures: [ComponentName: OperationError] = [:]
    let packed = signing == nil ? checksums(findings, context, in: workspace) : []
    for (index, made) in releases.enumerated() where made.candidate.kind == .public {
      do throws(OperationError) {
        try unifyingErrors(of: "component '\(made.component)'") {
          if let signing {
            let count = releases.count > 1 ? "\(index + 1)/\(releases.count) " : ""
            context.progress("\(count)signing \(made.component) \(made.version)")
            try signing.sign(&plan.releases[index], in: workspace)
          } else {
            plan.releases[index].record.archive =
              try packed[index].get() ?? made.checksum(findings, context, in: workspace.repository)
          }
        }
      } catch {
        failures[made.component] = error
      }
    }
    return (plan, failures)
  }

  /// `nil` for internal releases, and for content that exists only in the memory of the repository at
  /// hand.
  private func checksums(
    _ findings: ReleaseFindings,
    _ context: WriteContext,
    in workspace: borrowing Workspace
  ) -> [Result<ArchiveChecksum?, OperationError>] {
    guard releases.count > 1 else { return releases.map { _ in .success(nil) } }
    return Array(releases.enumerated()).concurrentMap(reading: workspace.repository.gitDirectory) {
      numbered,
      repository in
      let made = numbered.element
      guard made.candidate.kind == .public, repository.contains(made.candidate.form.tree) else {
        return nil
      }
      var context = context
      let progress = context.progress
      context.progress = { [count = releases.count] step in
        progress(step.part(of: "\(numbered.offset + 1)/\(count) "))
      }
      return try made.checksum(findings, context, in: repository)
    }
  }
}

extension PlannedRelease {
  fileprivate func checksum(
    _ findings: ReleaseFindings,
    _ context: WriteContext,
    in repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    try candidate.checksum(as: version, findings: findings, context: context, in: repository)
  }
}
