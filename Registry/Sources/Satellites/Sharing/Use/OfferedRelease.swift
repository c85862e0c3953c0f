package import Base
import Git
import ManifestEditor
import Model

/// A release that a registry offers, with what clients can use of it.
package struct OfferedRelease: Hashable, Sendable {
  package let package: PackageReference
  /// The names of its libraries, or else of its other products, in the manifest's order; `nil` if
  /// its manifest computes them.
  package let products: [String]?

  /// Looks up what is wanted at a registry, which must be one and must have all of it.
  ///
  /// - Parameter requests: None to check only that there is a registry.
  package static func find(
    _ requests: [PackageRequest],
    at address: RegistryAddress,
    token: String? = nil
  ) throws(OperationError) -> [OfferedRelease] {
    try unifyingErrors {
      let folder = try TemporaryFolder()
      let registry = RemoteRegistry(
        address: address,
        authorization: token.map { .token($0) },
        folder: folder.path
      )
      if requests.isEmpty { try registry.checkAvailability() }
      return try requests.map { try OfferedRelease($0, at: registry) }
    }
  }

  private init(_ request: PackageRequest, at registry: RemoteRegistry) throws {
    let newest = try request.version ?? registry.newestVersion(of: request)
    package = PackageReference(scope: request.scope, name: request.name, version: newest)
    guard try registry.has(package) else {
      throw OperationError(
        .unknownRelease,
        "'\(registry.address)' has no '\(package)'",
        help: "check name and version, or leave out the version for the newest release"
      )
    }
    let manifest = try PackageManifestFile(
      surveying: registry.manifest(of: package),
      packagePath: .root
    )
    products = manifest.offeredProducts
  }
}
