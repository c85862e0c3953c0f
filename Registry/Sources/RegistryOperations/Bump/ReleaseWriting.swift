import Git
import RegistryModel
import Versioning

/// The files, the message and the tag that a release consists of.
struct ReleaseWriting {
  static let changelogPath = TreePath(known: "CHANGELOG.md")

  let name: ComponentName
  let component: Component
  let release: Release
  let base: WriteBase

  func plan(
    log: ReleaseLog,
    notes: String?,
    reliesOn objects: [ObjectID],
    in workspace: borrowing Workspace,
    folder: PlannedFolder? = nil,
    beside extra: PlannedFile? = nil
  ) throws -> WritePlan {
    let isNewest = try isNewest(in: log, workspace.repository)
    let entry = ChangelogEntry(
      component: name,
      version: release.version,
      date: release.date,
      notes: notes,
      commits: try ReleaseHistory(
        path: TreePath(component.path.description),
        tip: base.tip
      ).commits(since: log.release(before: release.version), in: workspace.repository)
    )
    let missing = try ReleaseTags(component: name).missing(from: base, in: workspace)
    var files = [try logFile(log, in: workspace)]
    if isNewest { files.append(try manifestFile(in: workspace)) }
    files.append(try changelogFile(entry, log, isNewest: isNewest, workspace))
    if let attributes = try attributesFile(in: workspace) { files.append(attributes) }
    files += extra.map { [$0] } ?? []
    return WritePlan(
      .commit(
        files: files,
        message: entry.message,
        tags: [ReleaseTags.planned(name, release.version)] + missing.tags
      ),
      reason: "registry: release \(name) \(release.version)",
      reliesOn: try objects
        + workspace.repository.newObjects(
          in: base.tip,
          since: workspace.repository.commit(base.tip).parents.first
        ),
      folder: folder
    )
  }

  /// Whether no release of the component is greater, on this branch or, as far as its tag says so,
  /// on another one.
  ///
  /// A release that is not leaves the manifest alone, so that the branch it is made on merges back
  /// without a conflict.
  private func isNewest(
    in log: ReleaseLog,
    _ repository: borrowing Repository
  ) throws -> Bool {
    if let last = log.releases.last, release.version < last.version { return false }
    let prefix = "refs/tags/\(name)/"
    return try repository.references(matching: "\(prefix)*").allSatisfy { reference in
      guard let other = try? SemanticVersion(String(reference.name.dropFirst(prefix.utf8.count)))
      else { return true }
      // Who tries out a later version elsewhere does not make this one a backport.
      return other < release.version || (other.isPrerelease && !release.version.isPrerelease)
    }
  }

  private func logFile(_ log: ReleaseLog, in workspace: borrowing Workspace) throws -> PlannedFile {
    try file(
      workspace.logPath(of: name),
      log.adding(.release(release)).text,
      in: workspace
    )
  }

  private func manifestFile(in workspace: borrowing Workspace) throws -> PlannedFile {
    let document = try base.state.document.setting(version: release.version, of: name)
    return try file(workspace.manifestPath, document.text, in: workspace)
  }

  private func changelogFile(
    _ entry: ChangelogEntry,
    _ log: ReleaseLog,
    isNewest: Bool,
    _ workspace: borrowing Workspace
  ) throws -> PlannedFile {
    let old = try workspace.text(of: Self.changelogPath, in: base.tree)
    var changelog = Changelog(reading: old)
    changelog.addSections(for: base.state.manifest.components)
    if isNewest {
      changelog.addNewest(entry)
    } else {
      changelog.add(entry, above: log.releases.last { $0.version < release.version }?.version)
    }
    return try file(Self.changelogPath, changelog.text, in: workspace)
  }

  private func attributesFile(in workspace: borrowing Workspace) throws -> PlannedFile? {
    let old = try workspace.text(of: MergeAttributes.path, in: base.tree)
    let attributes = MergeAttributes(
      releases: workspace.releasesPath,
      changelog: Self.changelogPath
    )
    return try attributes.added(to: old).map { try file(MergeAttributes.path, $0, in: workspace) }
  }

  private func file(
    _ path: TreePath,
    _ text: String,
    in workspace: borrowing Workspace
  ) throws -> PlannedFile {
    PlannedFile(
      path: path,
      old: try workspace.content(of: path, in: base.tree),
      new: Array(text.utf8)
    )
  }
}

extension Workspace {
  /// The text of a committed file; nothing if there is none.
  func text(of path: TreePath, in tree: ObjectID) throws -> String? {
    guard let bytes = try content(of: path, in: tree) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OperationError(.notText, "'\(path)' is not UTF-8")
    }
    return text
  }
}

extension OperationError.Code {
  package static let notText = Self(rawValue: "not-text")
}
