package import Base
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
    package let file: String
    package let address: RegistryAddress
    package let scope: ScopeName?
    /// Where the scope's packages came from until now.
    package let previous: String?
    package let releases: [OfferedRelease]

    package var isChange: Bool { previous != address.description }
  }

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
