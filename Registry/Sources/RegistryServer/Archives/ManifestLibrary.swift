import PublishedForm
import RegistryContent
import RegistryModel
import Workspace

/// A cache of the manifests of recently requested releases.
final class ManifestLibrary: Sendable {
  private static let bound = 4 << 20

  private let access: RepositoryAccess
  private let cache = BoundedCache<String, ReleaseManifests>(bound: bound)

  init(_ access: RepositoryAccess) {
    self.access = access
  }

  func manifests(of release: PublishedRelease) async throws -> ReleaseManifests {
    let key = "\(release.release.tree) \(release.checksum)"
    if let found = cache[key] { return found }
    let manifests = try await access.read { workspace in
      try ReleaseManifests(release.manifests(from: workspace.repository))
    }
    cache.insert(manifests, weight: manifests.size, for: key)
    return manifests
  }
}
