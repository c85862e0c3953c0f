package import Git
package import Base
package import Model
import Versions

/// The details of a release as JSON (SE-0292, 4.2).
package struct ReleaseDescription {
  private let identity: String
  private let release: Release
  private let index: ReleaseIndex
  /// The metadata that was published with the release; `nil` if there is none.
  private let sent: JSONValue?
  /// Where the package has a repository of its own.
  package let repositories: [RepositoryURL]
  /// `nil` if the release is not signed.
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

  /// What the registry itself says of a release: an upload never sets it.
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
