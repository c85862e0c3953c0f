import Content
import Model
import Site

/// A cache of the manifests of recently requested releases: parts of archives that were compared with
/// their records.
final class ManifestLibrary: Sendable {
  private static let bound = 4 << 20

  private let archives: ArchiveStore
  private let cache = BoundedCache<String, ReleaseManifests>(bound: bound)

  init(_ archives: ArchiveStore) {
    self.archives = archives
  }

  /// - Parameter signature: `nil` if it is not signed.
  func manifests(
    of release: PublishedRelease,
    _ signature: ReleaseSignature?
  ) async throws -> ReleaseManifests {
    let signed = signature.map { " \($0.date)" } ?? ""
    let key = "\(release.release.tree) \(release.checksum)\(signed)"
    if let found = cache[key] { return found }
    let manifests = try await archives.reading(release) { workspace in
      try ReleaseManifests(release.servedManifests(signature, from: workspace.repository))
    }
    cache.insert(manifests, weight: manifests.size, for: key)
    return manifests
  }
}
