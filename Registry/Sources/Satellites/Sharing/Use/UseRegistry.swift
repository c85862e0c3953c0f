package import Base
import Git
import ManifestEditor
import ManifestForms
import Model
package import Versions

/// Configures SwiftPM to get the packages of a scope from a registry.
///
/// The registry is asked first: if there is none, or it lacks a package, nothing is written.
package struct UseRegistry: Sendable {
  private let address: RegistryAddress
  private let scope: ScopeName?
  private let folder: String
  /// The packages to depend on.
  package var requests: [PackageRequest] = []
  /// The token that the registry is asked with; `nil` without one.
  package var token: String?

  /// - Parameters:
  ///   - scope: `nil` for all scopes that have no registry of their own.
  ///   - folder: The folder of `registries.json`, which need not exist yet.
  package init(_ address: RegistryAddress, for scope: ScopeName?, in folder: String) {
    self.address = address
    self.scope = scope
    self.folder = folder
  }

  package struct Result: Hashable, Sendable {
    /// The path of `registries.json`.
    package let file: String
    package let address: RegistryAddress
    /// The scope that was configured; `nil` for all that have no registry of their own.
    package let scope: ScopeName?
    /// The registry of the scope's packages until now; `nil` if there was none.
    package let previous: String?
    /// The requested packages, at the releases to depend on.
    package let releases: [OfferedRelease]

    /// Whether the registry of the scope changes.
    package var isChange: Bool { previous != address.description }
  }

  /// Asks the registry, and writes the file unless the scope has this registry already.
  package func run() throws(OperationError) -> Result {
    let (result, text) = try plan()
    guard result.isChange else { return result }
    try unifyingErrors {
      try LocalFile.makeDirectories(LocalFile.absolutePath(folder))
      let file = try StagedFile(for: result.file)
      try file.write(Array(text.utf8))
      try file.commit()
    }
    return result
  }

  /// The result that ``run()`` would have; nothing is written.
  package func preview() throws(OperationError) -> Result {
    try plan().result
  }

  private func plan() throws(OperationError) -> (result: Result, text: String) {
    let file = "\(folder)/registries.json"
    return try unifyingErrors {
      let bytes = try LocalFile.read(file)
      let old = try bytes.map { try ClientRegistries(reading: $0, file: file) }
      let registries = try old ?? ClientRegistries(file: file)
      let releases = try OfferedRelease.find(requests, at: address, token: token)
      let result = Result(
        file: file,
        address: address,
        scope: scope,
        previous: registries.url(of: scope),
        releases: releases
      )
      return (result, try registries.setting(url: address.description, of: scope).text)
    }
  }
}

/// The folder of SwiftPM's configuration.
package enum ClientConfiguration {
  private static let folder = ".swiftpm/configuration"

  /// - Throws: If the folder holds no package: the configuration of any other has no effect.
  package static func ofPackage(in directory: String) throws(OperationError) -> String {
    guard LocalFile.kind(at: "\(directory)/Package.swift") != nil else {
      throw OperationError(
        .noPackage,
        "the folder '\(directory)' has no 'Package.swift'",
        help: "change to the package's folder, or use '--global' for all packages of this account"
      )
    }
    return directory == "." ? folder : "\(directory)/\(folder)"
  }

  /// Whether a file of the configuration is in a git repository that ignores it.
  package static func isIgnored(_ file: String) -> Bool {
    guard let path = try? LocalFile.absolutePath(file),
      let folder = try? LocalFile.realPath(LocalFile.parent(of: path)),
      let repository = try? Repository.discover(from: folder),
      let tree = try? WorkTree(of: repository)
    else { return false }
    // It is for a note alone.
    return (try? tree.ignoresFile(at: "\(folder)/\(LocalFile.name(of: path))")) ?? false
  }

  /// The folder in the account's home, which the package manager uses whatever `HOME` says.
  package static func ofAccount() throws(OperationError) -> String {
    guard let home = CurrentProcess.accountHome else {
      throw OperationError(
        .inputOutput,
        "this account has no home folder",
        help: "name the folder with '--config-path'"
      )
    }
    return "\(home)/\(folder)"
  }
}

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
    let manifest = try LocatedManifest(
      surveying: registry.manifest(of: package),
      packagePath: .root
    )
    products = manifest.offeredProducts
  }
}
