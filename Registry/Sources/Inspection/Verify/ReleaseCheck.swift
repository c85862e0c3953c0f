import Git
import GitValues
import PublishedForm
import RegistryModel
import Releases
import Versioning
import Workspace

/// One release against the objects that it names.
struct ReleaseCheck: Sendable {
  let component: ComponentName
  /// Where the manifest has the component now.
  let path: TreePath?
  let release: Release
  /// The commit that the release's tag leads to; nothing where there is no tag.
  let tag: ObjectID?

  func findings(
    in repository: borrowing Repository,
    manifestPath: TreePath,
    _ lookup: inout CommitTrees
  ) -> [Finding] {
    var findings: [Finding] = []
    for check in [archive, source, tagged] {
      do {
        if let finding = try check(repository, manifestPath, &lookup) { findings.append(finding) }
      } catch {
        findings.append(Finding(OperationError(error), of: component, release.version))
      }
    }
    return findings
  }

  private func archive(
    _ repository: borrowing Repository,
    _ manifestPath: TreePath,
    _ lookup: inout CommitTrees
  ) throws -> Finding? {
    let tree = release.tree
    guard try repository.header(of: tree)?.kind == .tree else {
      return finding(
        .missingTree,
        "the repository does not have '\(tree)', the tree of the release",
        help: repository.helpForMissing
      )
    }
    let archive = ReleaseArchive(
      component: component,
      version: release.version,
      listing: try ReleaseForm(of: release).listing(in: repository),
      edits: release.edits
    )
    let checksum = try archive.written(from: repository, expecting: release.archive).checksum
    guard checksum != release.archive else { return nil }
    return finding(
      .archiveMismatch,
      "the archive has the checksum '\(checksum)', expected '\(release.archive)'"
    )
  }

  /// The source is provenance: it may be gone, but if it is here it must have had the tree.
  private func source(
    _ repository: borrowing Repository,
    _ manifestPath: TreePath,
    _ lookup: inout CommitTrees
  ) throws -> Finding? {
    let source = release.source
    guard let header = try repository.header(of: source) else { return nil }
    guard header.kind == .commit else {
      return finding(.sourceMismatch, "the source '\(source)' is not a commit")
    }
    let found = try tree(at: source, repository, manifestPath, &lookup)
    if found == release.tree { return nil }
    // A release commit may write the changelog in the component's folder.
    if let found {
      let changes = try repository.changes(from: found, to: release.tree)
      if changes.allSatisfy({ $0.path == Changelog.componentFile }) { return nil }
    }
    return finding(
      .sourceMismatch,
      "the source commit '\(source)' has \(Self.words(found)), expected '\(release.tree)'"
    )
  }

  private func tagged(
    _ repository: borrowing Repository,
    _ manifestPath: TreePath,
    _ lookup: inout CommitTrees
  ) throws -> Finding? {
    let name = releaseTag(component, release.version)
    guard let tag else {
      return Finding(
        .missingTag,
        "the tag '\(name)' is missing",
        of: component,
        release.version,
        severity: .note,
        help: "create it with 'registry tags'"
      )
    }
    let isCommit = try repository.header(of: tag)?.kind == .commit
    let found = isCommit ? try tree(at: tag, repository, manifestPath, &lookup) : nil
    guard found != release.tree else { return nil }
    return finding(
      .tagMismatch,
      "the tag '\(name)' points to '\(tag)' with \(Self.words(found)), expected '\(release.tree)'",
      help: "see who made it with 'git show \(name)', and remove it with 'git tag -d \(name)'"
    )
  }

  private func tree(
    at commit: ObjectID,
    _ repository: borrowing Repository,
    _ manifestPath: TreePath,
    _ lookup: inout CommitTrees
  ) throws -> ObjectID? {
    try lookup.tree(
      of: component,
      expecting: release.tree,
      inCommit: commit,
      path: path,
      manifestPath,
      repository
    )
  }

  private static func words(_ tree: ObjectID?) -> String {
    tree.map { "the tree '\($0)'" } ?? "no tree of the component"
  }

  private func finding(_ code: Finding.Code, _ message: String, help: String? = nil) -> Finding {
    Finding(code, message, of: component, release.version, help: help)
  }
}
