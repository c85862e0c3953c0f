import Base
import Content
import Git
import ManifestEditor
import Model
import Versions

/// A release as a commit of its component's own repository, a function of its record, its parents
/// and the URLs of the repositories.
struct MirroredRelease {
  let component: ComponentName
  let release: Release
  let repositories: MirrorRepositories

  /// The trailer that distinguishes a commit of a mirror from all others.
  static let trailer = "Release-Archive: "

  /// Stores the commit.
  ///
  /// - Throws: If the release's archive is not the recorded one: what is not known to be the release
  ///   never leaves the repository.
  func commit(
    parents: [ObjectID],
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let published = try PublishedRelease(component: component, release: release)
    _ = try published.writeArchive(from: repository) { _ in }
    // Of the time of the release: a name that is set later changes no commit.
    let author = release.mirrorAuthor
    let by = try Signature(
      name: author?.name ?? "registry",
      email: author?.email ?? "registry@localhost",
      time: GitTime(seconds: Int64(release.date.secondsSince1970))
    )
    return try repository.writeCommit(
      tree: tree(in: repository),
      parents: parents,
      author: by,
      committer: by,
      message: """
        \(component) \(release.version)

        Release-Tree: \(release.tree)
        \(Self.trailer)\(published.checksum)

        """,
      isForAnother: true
    )
  }

  /// The published files, with dependencies by URL.
  func tree(in repository: borrowing Repository) throws -> ObjectID {
    let tree = try ReleaseForm(of: release).publishedTree(in: repository)
    let mirrored = MirroredEdits(
      requires: Set(release.requires.keys),
      repositories: repositories
    )
    return try repository.edit(tree, files: release.edits.mapValues(mirrored.edits))
  }

  /// The content of the commit besides its parents and the objects that are named here, as a name
  /// for its cache.
  var cacheKey: String {
    let urls = release.requires.keys.sorted()
      .map { "\($0) \(repositories.url(of: $0) ?? "") \(repositories.packageName(of: $0))" }
    return ([component.text, LogRecord.release(release).line] + urls).joined(separator: "\n")
  }
}

/// A release's recorded edits with its dependencies named by URL in place of by registry identity.
///
/// They are made from the record and nothing else, so that the manifest is the same whenever and
/// wherever it is mirrored.
struct MirroredEdits {
  let requires: Set<ComponentName>
  let repositories: MirrorRepositories

  /// Without the signature of the manifest, which is one of other bytes.
  func edits(_ recorded: [SourceEdit]) -> [SourceEdit] {
    recorded.unsigned.map { edit in
      SourceEdit(
        offset: edit.offset,
        length: edit.length,
        replacement: replacement(edit.replacement)
      )
    }
  }

  /// `id: "cookr.FlowKit"` becomes `url: "https://git.example.com/FlowKit.git"`, and the identity elsewhere the name
  /// that the package manager derives from that URL.
  private func replacement(_ text: String) -> String {
    var parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for index in stride(from: 1, to: parts.count - 1, by: 2) {
      guard let name = component(identifiedBy: parts[index]),
        let url = repositories.url(of: name)
      else { continue }
      let label = "id: "
      if parts[index - 1].hasSuffix(label) {
        parts[index - 1] = parts[index - 1].dropLast(label.count) + "url: "
        parts[index] = url
      } else {
        parts[index] = repositories.packageName(of: name)
      }
    }
    return parts.joined(separator: "\"")
  }

  /// The scope is that of the release's time, whatever it is now.
  private func component(identifiedBy identity: String) -> ComponentName? {
    guard let package = try? ComponentName(identity), package.scope != nil else { return nil }
    if requires.contains(package) { return package }
    return requires.contains(package.packageName) ? package.packageName : nil
  }
}
