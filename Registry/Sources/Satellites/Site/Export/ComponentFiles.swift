import Base
import Content
import Git
import ManifestEditor
import Model
import Sharing
import Versions

/// Writes the files of a component's releases, all but its page.
struct ComponentFiles: Sendable {
  private static let index = "index.json"

  private let snapshot: RegistrySnapshot
  private let folder: ExportFolder
  private let address: Address?
  private let pages: ReleasePages

  private var scope: ScopeName { snapshot.manifest.scope }

  init(
    _ snapshot: RegistrySnapshot,
    in folder: ExportFolder,
    at address: RegistryAddress?,
    _ pages: ReleasePages
  ) {
    (self.snapshot, self.folder, self.pages) = (snapshot, folder, pages)
    self.address = address.map { Address(base: $0.description) }
  }

  struct Report: Sendable {
    let component: ExportState.Component
    let summary: ComponentSummary
    let recent: RecentReleases
    /// The oldest release with a page of its own; `nil` if all have one.
    let oldestPage: SemanticVersion?
    var added: [SemanticVersion] = []
  }

  /// Stands for all that the files depend on, besides the form of all files.
  private func key(of entry: RegistrySnapshot.Entry) -> String {
    let repository = snapshot.manifest.repository(of: entry.name)
    let parts = [
      entry.log?.hex, entry.metadata?.hex, entry.signatures?.hex, repository?.description,
      entry.component?.layer?.text,
    ]
    return ExportDigest.text(of: parts.map { $0 ?? "" })
  }

  /// - Parameter known: What the last run wrote; `nil` to compare every file.
  func write(
    _ entry: RegistrySnapshot.Entry,
    since known: ExportState.Component?,
    from repository: borrowing Repository
  ) throws -> Report {
    let name = entry.name
    guard let blob = entry.log else { throw OperationError(.other, "'\(name)' has no log") }
    let log = try ReleaseLog(reading: repository.blob(blob), file: "\(name).jsonl")
    let (index, key) = (ReleaseIndex(log), key(of: entry))
    let summary = ComponentSummary(index, of: entry, from: repository)
    var recent = RecentReleases()
    let versions = index.releases.map(\.version)
    recent.add(versions, updated: index.releases.map(index.updated), of: name)
    let oldest = pages.oldest(of: index)
    if let known, known.key == key {
      return Report(component: known, summary: summary, recent: recent, oldestPage: oldest)
    }
    let place = name.place(in: scope)
    try folder.makeFolder((name.scope ?? scope).text)
    try folder.makeFolder(place)
    let listed = try listedVersions(of: name, in: place, index)
    let confirmed = try repository.sentMetadata(SentMetadata.confirmedRepositories, of: entry)
    var added: [SemanticVersion] = []
    var hasAlternates = false
    for release in index.releases {
      let published = try PublishedRelease(component: name, release: release)
      let files = "\(place)/\(release.version)"
      try folder.makeFolder(files)
      let isListed = listed.contains(release.version.description)
      let description = try ReleaseDescription(
        of: release,
        in: index,
        entry,
        of: snapshot,
        confirmed: confirmed,
        from: repository
      )
      if !isListed {
        try addImmutable(published, description.signature, to: files, from: repository)
        added.append(release.version)
      } else if description.signature?.manifests.isEmpty == false {
        // It may have been signed after it was exported.
        for (file, content) in try published.servedManifests(
          description.signature,
          from: repository
        ) {
          try folder.update("\(files)/\(file.name)", to: content)
        }
      }
      if isListed { try checkChecksum(of: published, in: files) }
      try folder.update("\(files)/\(Self.index)", to: Array(description.json.compact.utf8))
      if !hasAlternates {
        hasAlternates = try ReleaseForm(of: release).entries(in: repository)
          .contains { ManifestFileName($0.name)?.swiftVersion.isEmpty == false }
      }
    }
    if let latest = index.latest, let address {
      let file = "\(place)/\(CollectionPackage.fileName)"
      let package = try CollectionPackage(
        CollectionPackage.Facts(
          identity: snapshot.identity(of: name),
          place: address.component(scope, name),
          repository: snapshot.manifest.repository(of: name, with: index.releases),
          summary: summary.description
        ),
        entry,
        index,
        latest: latest,
        since: known == nil ? nil : folder.read(file),
        from: repository
      )
      try folder.update(file, to: package.bytes)
    }
    let list = ReleaseListing(index, of: name, in: scope, at: address).json()
    try folder.updateLater("\(place)/\(Self.index)", to: Array(list.utf8))
    let component = ExportState.Component(
      key: key,
      releases: index.releases.count,
      hasAlternates: hasAlternates
    )
    return Report(
      component: component,
      summary: summary,
      recent: recent,
      oldestPage: oldest,
      added: added
    )
  }

  /// The versions that the export lists, whose archives and manifests are there.
  ///
  /// - Throws: If this repository does not have them: what was offered must stay.
  private func listedVersions(
    of name: ComponentName,
    in place: String,
    _ index: ReleaseIndex
  ) throws -> Set<String> {
    let path = "\(place)/\(Self.index)"
    guard let bytes = try folder.read(path) else { return [] }
    guard case .object(let root)? = try? JSONValue(reading: bytes, file: path),
      case .object(let releases)? = root["releases"]
    else { return [] }
    let known = Set(index.releases.map(\.version.description))
    if let missing = releases.keys.sorted().first(where: { !known.contains($0) }) {
      throw OperationError(
        .releasesTakenBack,
        "the export has '\(name)' \(missing), which this repository does not have",
        help: "fetch the newest commits; a release never changes"
      )
    }
    return Set(releases.keys)
  }

  private func addImmutable(
    _ published: PublishedRelease,
    _ signature: ReleaseSignature?,
    to files: String,
    from repository: borrowing Repository
  ) throws {
    let archive = "\(files).zip"
    // A killed run may have written it, and a power cut may have damaged it then.
    if try !hasArchive(archive, published.checksum) {
      try folder.add(archive) { write in
        _ = try published.writeArchive(from: repository, to: write)
      }
    }
    for (file, content) in try published.servedManifests(signature, from: repository) {
      let path = "\(files)/\(file.name)"
      if try folder.read(path) != content { try folder.add(path) { try $0(content) } }
    }
  }

  private func hasArchive(_ name: String, _ checksum: ArchiveChecksum) throws -> Bool {
    guard folder.kind(of: name) == .file, let file = try OpenFile("\(folder.path)/\(name)") else {
      return false
    }
    return try file.has(checksum)
  }

  /// Throws if the export has the release with other content.
  private func checkChecksum(of published: PublishedRelease, in files: String) throws {
    let path = "\(files)/\(Self.index)"
    guard let bytes = try folder.read(path),
      let found = try? ReleaseDescription.checksum(in: JSONValue(reading: bytes, file: path)),
      found != published.checksum
    else { return }
    throw OperationError(
      .checksumMismatch,
      "the export has '\(published.component)' \(published.release.version) with the checksum"
        + " '\(found)', expected '\(published.checksum)'",
      help: "export to another folder; a release never changes"
    )
  }
}

/// Digests of texts, by which runs tell whether anything has changed.
enum ExportDigest {
  static func text(of parts: [String]) -> String {
    Hexadecimal.text(SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(16))
  }
}
