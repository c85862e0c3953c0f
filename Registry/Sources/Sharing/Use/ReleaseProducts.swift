import Files
import GitValues
import PackageManifest
package import Workspace

/// Asks a registry which products a release has.
package struct ReleaseProducts: Sendable {
  package var package: PackageReference
  package var address: RegistryAddress
  package var token: String?

  package init(of package: PackageReference, at address: RegistryAddress, token: String? = nil) {
    self.package = package
    self.address = address
    self.token = token
  }

  /// The names of its libraries, or else of its other products, in the manifest's order.
  ///
  /// - Throws: Where the registry cannot be reached, does not have the release, or its manifest
  ///   computes the names.
  package func run() throws(OperationError) -> [String] {
    try unifyingErrors {
      let folder = try TemporaryFolder()
      let registry = RemoteRegistry(address: address, token: token, folder: folder.path)
      let manifest = try PackageManifestFile(
        bytes: registry.manifest(of: package),
        packagePath: .root
      )
      guard let products = manifest.offeredProducts else {
        throw OperationError(.noPackage, "the manifest of '\(package)' computes its products")
      }
      return products
    }
  }
}
