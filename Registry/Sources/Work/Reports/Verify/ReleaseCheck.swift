import Base
import Content
import Git
import Model
import Releases
import Versions

/// One release against the objects that it names.
struct ReleaseCheck: Sendable {
  let component: ComponentName
  /// Where the manifest has the component now.
  let path: TreePath?
  let release: Release
  /// The commits that its tags lead to, by name: the one that every release has and, for an adopted
  /// release, the one that it was adopted from.
  let tags: [String: ObjectID]

  func findings(
    in repository: borrowing Repository,
    _ trees: CommitTrees
  ) -> [Finding] {
    var findings: [Finding] = []
    for check in [archive, gitFiles, source, tagged] {
      do {
        if let finding = try check(repository, trees) { findings.append(finding) }
      } catch {
        findings.append(Finding(OperationError(error), of: component, release.version))
      }
    }
    return findings
  }

  private func archive(
    _ repository: borrowing Repository,
    _ trees: CommitTrees
  ) throws -> Finding? {
    let tree = release.tree
    guard try repository.header(of: tree)?.kind == .tree else {
      return finding(
        .missingTree,
        "the repository does not have '\(tree)', the tree of the release",
        help: repository.helpForMissing
      )
    }
    guard let recorded = release.archive else {
      try release.verifyObjects(of: component, in: repository)
      return nil
    }
    let checksum = try PublishedRelease(component: component, release: release)
      .written(from: repository) { _ in }.checksum
    guard checksum != recorded else { return nil }
    return finding(
      .archiveMismatch,
      "the archive has the checksum '\(checksum)', expected '\(recorded)'"
    )
  }

  /// The fault of a file that git reads itself, left out of the archive or not; `nil` for none.
  private func gitFiles(
    _ repository: borrowing Repository,
    _ trees: CommitTrees
  ) throws -> Finding? {
    guard try repository.header(of: release.tree)?.kind == .tree else { return nil }
    let listing = try repository.listing(
      of: release.tree,
      passesOverSubmodules: true,
      checksLinks: false
    )
    guard let refusal = try GitFileRules.refusals(in: listing, repository).first else { return nil }
    return Finding(refusal.error, of: component, release.version)
  }

  /// The source is provenance: it may be gone, but if it is here it must have had the tree.
  private func source(
    _ repository: borrowing Repository,
    _ trees: CommitTrees
  ) throws -> Finding? {
    let source = release.source
    guard let header = try repository.header(of: source) else { return nil }
    guard header.kind == .commit else {
      return finding(.sourceMismatch, "the source '\(source)' is not a commit")
    }
    let found = try tree(at: source, repository, trees)
    guard found != release.tree else { return nil }
    if let found, try isFound(in: found, withEditsSince: source, repository, trees) {
      return nil
    }
    return finding(
      .sourceMismatch,
      "the source commit '\(source)' has \(Self.words(found)), expected '\(release.tree)'"
    )
  }

  /// Whether the release's tree is that of the source with the edits that its commit makes: the version
  /// in its version files, and its entry in the changelog of its folder, as the manifest says there.
  private func isFound(
    in folder: ObjectID,
    withEditsSince source: ObjectID,
    _ repository: borrowing Repository,
    _ trees: CommitTrees
  ) throws -> Bool {
    let root = try repository.commit(source).tree
    guard let (manifest, files) = try trees.layout(in: root, repository),
      let component = manifest.components[component]
    else { return false }
    let edits: [TreePath: [UInt8]]
    do {
      edits = try VersionEdits(component, of: manifest, release.version)
        .files(in: root, of: repository)
    } catch let error as OperationError where error.code == .versionFile {
      return false
    }
    let own = edits.filter { files.isFile($0.key, ofComponentAt: component.path) }
    var changes = try repository.changes(from: folder, to: release.tree)
    if manifest.changelogs == .components {
      changes.removeAll { $0.path == Changelog.componentFile }
    }
    return changes.count == own.count
      && changes.allSatisfy { change in
        own[component.path.appending(change.path)].map(Repository.blobID) == change.new?.id
      }
  }

  private func tagged(
    _ repository: borrowing Repository,
    _ trees: CommitTrees
  ) throws -> Finding? {
    for (name, tag) in tags.sorted(by: { $0.key < $1.key }) {
      let isCommit = try repository.header(of: tag)?.kind == .commit
      let found = isCommit ? try tree(at: tag, repository, trees) : nil
      guard found != release.tree else { continue }
      return finding(
        .tagMismatch,
        "the tag '\(name)' points to '\(tag)' with \(Self.words(found)), expected"
          + " '\(release.tree)'",
        help: "see who made it with 'git show \(name)', and remove it with 'git tag -d \(name)'"
      )
    }
    let name = release.tagName(of: component)
    guard tags[name] == nil else { return nil }
    return Finding(
      .missingTag,
      "the tag '\(name)' is missing",
      of: component,
      release.version,
      severity: .note,
      help: release.tag == nil
        ? "create missing tags with 'registry tags'"
        : "fetch missing tags with 'git fetch --tags'"
    )
  }

  private func tree(
    at commit: ObjectID,
    _ repository: borrowing Repository,
    _ trees: CommitTrees
  ) throws -> ObjectID? {
    let found = try trees.tree(
      of: component,
      expecting: release.tree,
      inCommit: commit,
      now: path,
      in: repository
    )
    guard found != release.tree, release.tag != nil else { return found }
    // Where the component was before it had a manifest entry, no file says.
    let isThere =
      try release.parts.isEmpty
      ? CommitTrees.contains(release.tree, inCommit: commit, repository)
      : CommitTrees.containsParts(of: release, inCommit: commit, repository)
    return isThere ? release.tree : found
  }

  private static func words(_ tree: ObjectID?) -> String {
    tree.map { "the tree '\($0)'" } ?? "no tree of the component"
  }

  private func finding(_ code: Finding.Code, _ message: String, help: String? = nil) -> Finding {
    Finding(code, message, of: component, release.version, help: help)
  }
}
