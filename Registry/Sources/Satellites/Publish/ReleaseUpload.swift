package import Base
import Content
import Git
import Model
import Sharing
import Versions

/// Sends one release, if the registry lacks it, and compares what the registry has then with the
/// record.
struct ReleaseUpload: Sendable {
  let component: ComponentName
  let release: Release
  let archive: ArchiveChecksum
  let yank: Yank?
  /// Whether the registry lists it as withdrawn; `nil` if it does not list it.
  let isWithdrawnThere: Bool?
  let manifest: Manifest
  let place: PublishReleases.RemotePlace
  let metadata: [String: JSONValue]
  /// `nil` if it is not signed, or if its archive has no signed manifests, which clients demand.
  let signature: ReleaseSignature?
  /// Signs the metadata of signed releases, as the package manager does; `nil` without a key.
  let signer: ReleaseSigner?
  let isDry: Bool

  private var reference: PackageReference {
    PackageReference(component, release.version, in: manifest.scope)
  }

  /// - Parameter failed: Components that were not published.
  func run(
    from repository: borrowing Repository,
    without failed: Set<ComponentName>
  ) -> PublishedItem {
    do throws(OperationError) {
      return item(try outcome(from: repository, without: failed))
    } catch {
      return item(error.code == .dependencyNotPublished ? .waiting : .failed, error)
    }
  }

  private func item(
    _ outcome: PublishedItem.Outcome,
    _ error: OperationError? = nil
  ) -> PublishedItem {
    PublishedItem(
      component: component,
      version: release.version,
      archive: archive,
      outcome: outcome,
      isStillOffered: yank != nil && isWithdrawnThere == false,
      error: error
    )
  }

  /// Whether the registry has a release by now that it accepted.
  ///
  /// - Returns: `nil` if it does not have it yet.
  func settled() -> PublishedItem? {
    do throws(OperationError) {
      return try unifyingErrors {
        let folder = try TemporaryFolder()
        guard let found = try place.registry(in: folder.path).checksum(of: reference) else {
          return nil
        }
        try compare(found)
        return item(.published)
      }
    } catch {
      return item(.failed, error)
    }
  }

  private func outcome(
    from repository: borrowing Repository,
    without failed: Set<ComponentName>
  ) throws(OperationError) -> PublishedItem.Outcome {
    try unifyingErrors {
      let folder = try TemporaryFolder()
      let registry = place.registry(in: folder.path)
      if isWithdrawnThere != nil {
        try compare(registry.checksum(of: reference))
        return .unchanged
      }
      if yank != nil { return .withdrawn }
      if let missing = release.requires.keys.sorted().first(where: failed.contains) {
        throw OperationError(
          .dependencyNotPublished,
          "'\(component)' \(release.version) was not sent: it depends on '\(missing)', which could"
            + " not be published",
          help: "see the errors of '\(missing)', then run the command again"
        )
      }
      if isDry { return .planned }
      return try send(to: registry, from: repository, folder.path)
    }
  }

  private func send(
    to registry: RemoteRegistry,
    from repository: borrowing Repository,
    _ folder: String
  ) throws -> PublishedItem.Outcome {
    var submission = RemoteRegistry.Submission(
      archive: "\(folder)/source.zip",
      metadata: "\(folder)/metadata.json"
    )
    let file = try StagedFile(for: submission.archive)
    _ = try PublishedRelease(component: component, release: release)
      .writeArchive(from: repository) { try file.write($0) }
    try file.commit(isSynced: false)
    let metadata = Array(try describe(from: repository).compact.utf8)
    try LocalFile.update(submission.metadata, to: metadata)
    if let signature {
      submission.archiveSignature = "\(folder)/archive.cms"
      try LocalFile.update("\(folder)/archive.cms", to: signature.archive)
      if let signer {
        let signature = try signer.signatures(
          of: [metadata],
          named: ["the metadata of '\(component)' \(release.version)"],
          at: WriteContext().now()
        )
        submission.metadataSignature = "\(folder)/metadata.cms"
        try LocalFile.update("\(folder)/metadata.cms", to: signature[0])
      }
    }
    switch try reply(of: registry, to: submission) {
    case .accepted:
      guard let found = try registry.checksum(of: reference) else { return .accepted }
      try compare(found)
      return .published
    case .published:
      try compare(registry.checksum(ofSent: reference))
      return .published
    case .exists(let refusal):
      guard let found = try registry.checksum(of: reference) else { throw refusal }
      try compare(found)
      return .unchanged
    }
  }

  /// An answer that was lost on the way is found by what the registry has.
  private func reply(
    of registry: RemoteRegistry,
    to submission: RemoteRegistry.Submission
  ) throws -> RemoteRegistry.Reply {
    do {
      return try registry.publish(reference, submission)
    } catch let error {
      let error = OperationError(error)
      guard error.code == .unreachable || error.code == .remoteFailure,
        (try? registry.checksum(of: reference)) == archive
      else { throw error }
      return .published
    }
  }

  private func describe(from repository: borrowing Repository) throws -> JSONValue {
    let own = try ReleaseMetadata(component: component, release: release, manifest: manifest)
      .json(from: repository)
    return .object(own.merging(metadata) { $1 }.filter { $0.value != .null })
  }

  /// Throws if the registry has the release with other content.
  private func compare(_ found: ArchiveChecksum?) throws(OperationError) {
    guard found != archive else { return }
    guard let found else {
      throw OperationError(
        .remoteFailure,
        "'\(place.address)' does not have '\(reference)' after it was sent",
        help: "run the command again, or ask the registry's operator"
      )
    }
    throw OperationError(
      .checksumMismatch,
      "'\(place.address)' has '\(reference)' with the checksum '\(found)', expected"
        + " '\(archive)'",
      help: "nothing was replaced: ask the registry's operator which content its clients have, and"
        + " release the component under another version"
    )
  }
}

/// The statements about a release besides its files (SE-0391).
struct ReleaseMetadata {
  let component: ComponentName
  let release: Release
  let manifest: Manifest

  func json(from repository: borrowing Repository) throws -> [String: JSONValue] {
    let texts = try ReleaseTexts(of: release, in: repository)
    let (readme, licence) = (texts.readme, texts.licence)
    let url = manifest.repository(of: component)
    var members: [String: JSONValue] = [
      "originalPublicationTime": .string(release.date.description)
    ]
    members["author"] = manifest.mirrorAuthor.map { author in
      .object(["email": .string(author.email), "name": .string(author.name)])
    }
    if let readme {
      let text = String(decoding: try repository.blob(readme.id), as: UTF8.self)
      members["description"] = ReleaseTexts.firstParagraph(of: text).map { .string($0) }
    }
    if let url {
      members["repositoryURLs"] = .array([.string(url.description)])
      members["readmeURL"] = readme.flatMap { page(of: $0, at: url) }
      members["licenseURL"] = licence.flatMap { page(of: $0, at: url) }
    }
    return members
  }

  private func page(of file: TreeEntry, at url: RepositoryURL) -> JSONValue? {
    url.page(of: file.name, at: release.version).map { .string($0) }
  }
}

extension PublishReleases {
  /// Reads the members that a file adds to the metadata: a JSON object, in which `null` removes a
  /// member.
  package static func metadata(in file: String) throws(OperationError) -> [String: JSONValue] {
    try unifyingErrors {
      guard let bytes = try LocalFile.read(file) else {
        throw OperationError(.invalidMetadata, "there is no file '\(file)'")
      }
      guard case .object(let members) = try JSONValue(reading: bytes, file: file) else {
        throw OperationError(.invalidMetadata, "'\(file)' does not contain a JSON object")
      }
      return members
    }
  }
}
