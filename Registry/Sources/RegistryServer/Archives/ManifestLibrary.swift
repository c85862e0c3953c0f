import NIOCore
import PackageManifest
import PublishedForm
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
    let key = "\(release.release.tree) \(release.release.archive)"
    if let found = cache[key] { return found }
    let manifests = try await access.read { workspace in
      try ReleaseManifests(release.manifests(from: workspace.repository))
    }
    cache.insert(manifests, weight: manifests.size, for: key)
    return manifests
  }
}

/// The manifests of one release.
struct ReleaseManifests: Sendable {
  struct Alternate: Sendable {
    let version: SwiftVersion
    let name: String
    let content: ByteBuffer
  }

  let base: ByteBuffer
  /// One for each version of Swift, oldest first: clients refuse two for the same.
  let alternates: [Alternate]

  init(_ files: [ManifestFileName: [UInt8]]) throws {
    var base: ByteBuffer?
    var alternates: [SwiftVersion: (file: ManifestFileName, content: [UInt8])] = [:]
    for (file, content) in files {
      guard !file.swiftVersion.isEmpty else {
        base = ByteBuffer(bytes: content)
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
        content: ByteBuffer(bytes: manifest.content)
      )
    }
  }

  /// In bytes.
  var size: Int {
    alternates.reduce(base.readableBytes) { $0 + $1.content.readableBytes }
  }
}
