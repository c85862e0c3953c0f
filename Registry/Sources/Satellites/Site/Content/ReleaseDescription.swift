package import Base
package import Git
package import ManifestEditor
package import Model
import Releases
package import Versions

/// The details of a release as JSON (SE-0292, 4.2).
package struct ReleaseDescription {
  private let identity: String
  private let release: Release
  private let index: ReleaseIndex
  /// The metadata that was published with the release; `nil` if there is none.
  private let sent: JSONValue?
  /// The URLs of the package's own repositories; none if it has none.
  package let repositories: [RepositoryURL]
  /// The signature; `nil` if the release is not signed.
  package let signature: ReleaseSignature?

  /// - Parameters:
  ///   - index: The releases of the component.
  ///   - confirmed: The repositories of the component that the operator confirmed.
  package init(
    of release: Release,
    in index: ReleaseIndex,
    _ entry: RegistrySnapshot.Entry,
    of snapshot: RegistrySnapshot,
    confirmed: JSONValue?,
    from repository: borrowing Repository
  ) throws {
    (self.release, self.index) = (release, index)
    identity = snapshot.identity(of: entry.name)
    sent = try repository.sentMetadata(SentMetadata.fileName(of: release), of: entry)
    repositories = snapshot.manifest.repositories(
      of: entry.name,
      with: index.releases,
      sent: sent,
      confirmed: confirmed
    )
    signature = try repository.signature(of: release, in: entry.signatures)
  }

  /// The description as clients get it.
  package var json: JSONValue {
    .object([
      "id": .string(identity),
      "metadata": metadata,
      "publishedAt": .string(release.date.description),
      "resources": .array(resources),
      "version": .string(release.version.description),
    ])
  }

  private var resources: [JSONValue] {
    guard let archive = release.archive else { return [] }
    var members: [String: JSONValue] = [
      "checksum": .string(archive.hexadecimal),
      "name": .string("source-archive"),
      "type": .string(RegistryMedia.zip.contentType),
    ]
    members["signing"] = signature.map { signature in
      .object([
        "signatureBase64Encoded": .string(signature.archive.base64),
        "signatureFormat": .string(ReleaseSignature.format),
      ])
    }
    return [.object(members)]
  }

  /// The members that the registry itself writes: an upload never sets them.
  private static let ownKeys: Set = ["commit", "repositoryURLs", "requires", "tree", "withdrawn"]

  /// The metadata that was sent with a release, and that from git.
  private var metadata: JSONValue {
    let requires = release.requires.map { ($0.text, $1.json) }
    var metadata: [String: JSONValue] = [:]
    if case .object(let others) = sent {
      metadata = others.filter { !Self.ownKeys.contains($0.key) }
    }
    metadata["requires"] = .object(Dictionary(requires) { first, _ in first })
    metadata["tree"] = .string(release.tree.description)
    if !repositories.isEmpty {
      metadata["repositoryURLs"] = .array(repositories.map { .string($0.description) })
    }
    // A published release has no source commit in this repository.
    if release.source != ObjectID.zero {
      metadata["commit"] = .string(release.source.description)
    }
    if let yank = index.yank(of: release) {
      metadata["withdrawn"] = .object([
        "date": .string(yank.date.description),
        "reason": .string(yank.reason),
      ])
    }
    return .object(metadata)
  }
}

extension ReleaseDescription {
  /// The checksum of the source archive in the description of a release; `nil` if it has none.
  package static func checksum(in description: JSONValue) throws -> ArchiveChecksum? {
    guard case .object(let root) = description, case .array(let resources)? = root["resources"]
    else { return nil }
    for case .object(let resource) in resources where resource["name"] == .string("source-archive")
    {
      guard case .string(let checksum)? = resource["checksum"] else { continue }
      return try ArchiveChecksum(hexadecimal: checksum)
    }
    return nil
  }
}

/// The names of the files with metadata that was published with the releases of a component.
package enum SentMetadata {
  package static let confirmedRepositories = ConfirmedRepositories.fileName

  /// The name of the file with the metadata of a release.
  package static func fileName(of release: Release) -> String {
    "\(release.version.withoutBuildMetadata).json"
  }
}

extension Repository {
  /// A file of the folder with the metadata of a component: a JSON object; `nil` if there is none.
  package func sentMetadata(_ name: String, of entry: RegistrySnapshot.Entry) throws -> JSONValue? {
    guard let folder = entry.metadata else { return nil }
    let entries = try self.entries(of: folder)
    guard let file = entries.first(where: { $0.name == name && $0.mode == .file }) else {
      return nil
    }
    return try JSONValue(reading: blob(file.id), file: name)
  }
}

extension Manifest {
  /// The repositories of a release: the one that the manifest names, or those in its metadata that
  /// the operator confirmed.
  package func repositories(
    of name: ComponentName,
    with releases: [Release],
    sent: JSONValue?,
    confirmed: JSONValue?
  ) -> [RepositoryURL] {
    if let own = repository(of: name, with: releases) { return [own] }
    guard let sent, let confirmed else { return [] }
    let known = ConfirmedRepositories(confirmed)
    return PublishedMetadata.repositories(in: sent).filter(known.contains)
  }
}

/// The manifests of one release.
package struct ReleaseManifests: Sendable {
  /// A manifest for some versions of Swift.
  package struct Alternate: Sendable {
    /// The lowest version of Swift that uses it.
    package let version: SwiftVersion
    /// The name of the file, such as `Package@swift-6.0.swift`.
    package let name: String
    /// The bytes as clients get them.
    package let content: [UInt8]
  }

  /// The bytes of `Package.swift`.
  package let base: [UInt8]
  /// The manifests for versions of Swift, one for each and the oldest first: clients refuse two for
  /// the same.
  package let alternates: [Alternate]

  /// Sorts the manifests of a release; throws if there is no `Package.swift`.
  package init(_ files: [ManifestFileName: [UInt8]]) throws {
    var base: [UInt8]?
    var alternates: [SwiftVersion: (file: ManifestFileName, content: [UInt8])] = [:]
    for (file, content) in files {
      guard !file.swiftVersion.isEmpty else {
        base = content
        continue
      }
      let version = SwiftVersion(numbers: file.swiftVersion)
      // Of `6`, `6.0` and `6.0.0` the package manager takes the one that says most.
      if let other = alternates[version],
        other.file.swiftVersion.count > file.swiftVersion.count
      {
        continue
      }
      alternates[version] = (file, content)
    }
    guard let base else {
      throw OperationError(.noPackage, "the release has no 'Package.swift'")
    }
    self.base = base
    self.alternates = alternates.sorted { $0.key < $1.key }.map { version, manifest in
      Alternate(
        version: version,
        name: manifest.file.name,
        content: manifest.content
      )
    }
  }

  /// The number of bytes of all manifests.
  package var size: Int {
    alternates.reduce(base.count) { $0 + $1.content.count }
  }
}
