import Crypto
import Files
package import Logging
import NIOCore
import PublishedForm
import RegistryModel
import Synchronization
import Workspace

/// The archives of releases: made from git when they are asked for first, kept as files, and the
/// small ones that were used last in memory.
///
/// No byte leaves that was not hashed in this process and found to have the recorded checksum. What
/// is in memory was hashed on its way there. A file is hashed when it is opened first, and again
/// whenever it is not the very file that was hashed, by its number, size and times: what is changed
/// below us is noticed, thrown away and made anew.
package final class ArchiveStore: Sendable {
  /// Greater archives are always read from their files.
  private static let largestInMemory = 2 << 20
  private static let memory = 16 << 20
  private static let chunk = 256 << 10

  private let access: RepositoryAccess
  private let folder: String
  private let logger: Logger
  private let inMemory = BoundedCache<String, ByteBuffer>(bound: memory)
  private let verified = BoundedCache<String, OpenFile.Stamp>(bound: 100_000)
  private let files: Mutex<DiskCache>

  /// - Parameters:
  ///   - access: The store's own, so that a long archive keeps nobody waiting but who wants one.
  ///   - folder: Where the files are kept.
  ///   - bound: In bytes of all files.
  package init(_ access: RepositoryAccess, folder: String, bound: Int, logger: Logger) {
    self.access = access
    self.logger = logger
    self.folder = folder
    files = Mutex(DiskCache(path: folder, bound: bound))
  }

  func archive(of release: PublishedRelease) async throws -> VerifiedArchive {
    let name = Self.fileName(of: release)
    if let bytes = inMemory[name] { return VerifiedArchive(content: .memory(bytes)) }
    return try await access.read { workspace in
      // Another request may have made it while this one waited for the repository.
      if let bytes = self.inMemory[name] { return VerifiedArchive(content: .memory(bytes)) }
      if let kept = try self.kept(release, name) { return kept }
      return try self.make(release, name, in: workspace)
    }
  }

  /// Makes sure that the release is what was recorded, and keeps in mind that it is.
  func verify(_ release: PublishedRelease) async throws {
    let name = Self.fileName(of: release)
    if inMemory[name] != nil || verified[name] != nil { return }
    _ = try await archive(of: release)
  }

  /// The tree and the checksum together say what the bytes are made from and what they must be.
  private static func fileName(of release: PublishedRelease) -> String {
    "\(release.release.tree)-\(release.release.archive.hexadecimal).zip"
  }

  private func kept(_ release: PublishedRelease, _ name: String) throws -> VerifiedArchive? {
    guard let file = try OpenFile("\(folder)/\(name)") else { return nil }
    if file.size > Self.largestInMemory, verified[name] == file.stamp {
      files.withLock { $0.add(name, size: file.size) }
      return VerifiedArchive(content: .file(file))
    }
    guard let bytes = try hashed(file, expecting: release.release.archive) else {
      logger.error(
        "a cached archive is damaged and is made anew",
        metadata: ["file": "\(name)", "release": "\(release.component) \(release.release.version)"]
      )
      files.withLock { $0.remove(name) }
      return nil
    }
    return keep(bytes, file, name)
  }

  /// The bytes of a file that is small enough for memory, and none of a greater one; nothing if
  /// they are not those that are expected.
  private func hashed(_ file: OpenFile, expecting checksum: ArchiveChecksum) throws -> ByteBuffer? {
    var hash = SHA256()
    var bytes = ByteBuffer()
    var offset = 0
    while offset < file.size {
      let chunk = try file.read(offset..<min(offset + Self.chunk, file.size))
      guard !chunk.isEmpty else { return nil }
      hash.update(data: chunk)
      if file.size <= Self.largestInMemory { bytes.writeBytes(chunk) }
      offset += chunk.count
    }
    return hash.finalize().elementsEqual(checksum.bytes) ? bytes : nil
  }

  private func make(
    _ release: PublishedRelease,
    _ name: String,
    in workspace: borrowing Workspace
  ) throws -> VerifiedArchive {
    let path = "\(folder)/\(name)"
    let staged = try StagedFile(for: path, permissions: 0o444)
    var bytes = ByteBuffer()
    let size = try release.writeArchive(from: workspace.repository) { piece in
      try staged.write(piece)
      if bytes.readableBytes + piece.count <= Self.largestInMemory { bytes.writeBytes(piece) }
    }
    // What a power cut makes of it is noticed, as any other damage is, before it is sent.
    try staged.commit(isSynced: false)
    files.withLock { $0.add(name, size: size) }
    guard let file = try OpenFile(path) else {
      throw OperationError(.inputOutput, "the archive '\(path)' was taken away while it was made")
    }
    if bytes.readableBytes == size { return keep(bytes, file, name) }
    // What stands there now is read, whoever may have put it there.
    guard let bytes = try hashed(file, expecting: release.release.archive) else {
      throw OperationError(.checksumMismatch, "the archive '\(path)' is not what was written to it")
    }
    return keep(bytes, file, name)
  }

  private func keep(_ bytes: ByteBuffer, _ file: OpenFile, _ name: String) -> VerifiedArchive {
    verified.insert(file.stamp, weight: 1, for: name)
    files.withLock { $0.add(name, size: file.size) }
    guard file.size <= Self.largestInMemory else { return VerifiedArchive(content: .file(file)) }
    inMemory.insert(bytes, weight: bytes.readableBytes, for: name)
    return VerifiedArchive(content: .memory(bytes))
  }
}
