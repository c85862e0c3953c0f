import APICompatibility
import Files
import Git
package import GitValues
package import Interfaces
import PublishedForm
package import RegistryModel
import Versioning
package import Workspace

/// Sends a package that has its own repository to a registry, as a release.
///
/// What is sent is the newest commit's folder, byte for byte the same from any machine. Before that
/// the version is checked against the release that it follows, as ``Bump`` does it: the registry
/// runs no toolchain, and takes the sender's word.
package struct PublishPackage: Sendable {
  package var package: PackageReference
  /// The package's folder.
  package var directory: String
  /// `nil` for the registry that the package is configured to use for this scope.
  package var address: RegistryAddress?
  package var allowsInsecure = false
  package var token: String?
  /// A JSON object that is stored with the release; `nil` for none.
  package var metadata: [UInt8]?
  package var comparesInterfaces = true
  package var progress: @Sendable (String) -> Void = { _ in }

  package init(_ package: PackageReference, in directory: String) {
    self.package = package
    self.directory = directory
  }

  /// What a file holds that is to be kept with a release.
  package static func metadata(in file: String) throws(OperationError) -> [UInt8] {
    try unifyingErrors {
      guard let bytes = try unifyingErrors({ try LocalFile.read(file) }) else {
        throw OperationError(.invalidMetadata, "there is no file '\(file)'")
      }
      guard case .object = try JSONValue(reading: bytes, file: file) else {
        throw OperationError(.invalidMetadata, "'\(file)' does not contain a JSON object")
      }
      return bytes
    }
  }

  package struct Result: Sendable {
    package enum Outcome: String, Sendable {
      case published
      /// The registry already has it, with the same content.
      case unchanged
      /// The registry has accepted it and is still processing it.
      case accepted
      case planned
    }

    package let outcome: Outcome
    package let package: PackageReference
    package let address: RegistryAddress
    package let commit: ObjectID
    package let files: Int
    /// The parts of the commit that are not sent, relative to the package's folder.
    package let omits: [String]
    /// In bytes.
    package let size: Int
    package let checksum: ArchiveChecksum
    package let evidence: InterfaceEvidence
    /// The URL of the release, or of its state.
    package let location: String?
  }

  package func run() throws(OperationError) -> Result {
    try perform(isDry: false)
  }

  /// Does everything except sending it.
  package func preview() throws(OperationError) -> Result {
    try perform(isDry: true)
  }

  private func perform(isDry: Bool) throws(OperationError) -> Result {
    try unifyingErrors {
      let address = try address ?? configuredAddress()
      let source = try CommittedPackage(in: directory)
      let (bytes, checksum) = try source.archive(of: package.name, package.version)
      let folder = try TemporaryFolder()
      let registry = RemoteRegistry(address: address, token: token, folder: folder.path)
      progress("asking \(address)")
      let isThere = try registry.has(package)
      let archive = PackageBench.Archive(bytes: bytes, checksum: checksum)
      let evidence = try evidence(about: archive, isThere: isThere, at: registry)
      var reply: RemoteRegistry.Reply?
      if !isDry { reply = try send(bytes, to: registry) }
      return Result(
        outcome: reply.map { reply in
          isThere || reply.isIdentical ? .unchanged : reply.isPending ? .accepted : .published
        } ?? .planned,
        package: package,
        address: address,
        commit: source.commit,
        files: source.listing.items.count,
        omits: source.form.omits.sorted().map(\.description),
        size: bytes.count,
        checksum: checksum,
        evidence: evidence,
        location: reply?.location
      )
    }
  }

  private func send(_ archive: [UInt8], to registry: RemoteRegistry) throws -> RemoteRegistry.Reply
  {
    progress("sending \(package)")
    let names = (archive: "\(registry.folder)/source.zip", metadata: "\(registry.folder)/metadata")
    func write(_ bytes: [UInt8], to path: String) throws {
      let file = try StagedFile(for: path)
      try file.write(bytes)
      try file.commit()
    }
    try write(archive, to: names.archive)
    if let metadata { try write(metadata, to: names.metadata) }
    return try registry.publish(
      package,
      archive: names.archive,
      metadata: metadata == nil ? nil : names.metadata
    )
  }

  /// The result of the comparison with the previous release, or the reason against the version.
  private func evidence(
    about archive: PackageBench.Archive,
    isThere: Bool,
    at registry: RemoteRegistry
  ) throws -> InterfaceEvidence {
    // What is there already is compared by the registry, byte by byte.
    guard comparesInterfaces, !isThere else { return .unchecked }
    let versions = try registry.versions(of: package)
    guard let previous = versions.predecessor(of: package.version.core) else {
      return InterfaceEvidence(.compared(.firstRelease), since: nil)
    }
    let reference = PackageReference(scope: package.scope, name: package.name, version: previous)
    progress("fetching \(reference)")
    let (bytes, checksum) = try registry.archive(of: reference)
    let bench = try PackageBench(for: package.name.text, in: directory, progress: progress)
    let comparison = try bench.comparison(
      from: PackageBench.Archive(bytes: bytes, checksum: checksum),
      to: archive
    )
    let evidence = InterfaceEvidence(.compared(comparison), since: previous)
    do {
      try evidence.check(package.version)
    } catch {
      let least = evidence.difference.level
        .lowestFreeVersion(after: previous, besides: versions)
      throw OperationError(
        error.code,
        error.message,
        help: "publish it as '\(least)', or leave out the comparison: '--no-api-check'"
      )
    }
    return evidence
  }

  /// The configured registry for the package's scope.
  private func configuredAddress() throws -> RegistryAddress {
    let file = "\(try ClientConfiguration.ofPackage(in: directory))/registries.json"
    let registries = try LocalFile.read(file).map { try ClientRegistries(reading: $0, file: file) }
    guard let url = registries?.url(of: package.scope) ?? registries?.url(of: nil) else {
      throw OperationError(
        .noRegistry,
        "no registry is configured for the scope '\(package.scope)'",
        help: "give it with '--registry URL', or configure it with 'registry use URL --scope"
          + " \(package.scope)'"
      )
    }
    return try RegistryAddress(url, allowsInsecure: allowsInsecure)
  }
}
