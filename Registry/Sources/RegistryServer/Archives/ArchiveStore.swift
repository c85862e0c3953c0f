import Digests
import Errors
import Files
package import Logging
import NIOCore
import PublishedForm
import RegistryModel
import Synchronization
import Workspace

/// The archives of releases: created from git at the first request, stored as files, with the
/// recently used small ones in memory.
///
/// The folder may be removed at any time, and may be read-only: what cannot be stored is created in
/// memory.
///
/// An archive is sent only after this process has compared its hash with the recorded checksum. A
/// file is hashed when it is opened first, and again whenever its inode, size or times differ: a
/// file that was changed is noticed, removed and created again.
package final class ArchiveStore: Sendable {
  /// Larger archives are always read from their files.
  private static let largestInMemory = 2 << 20
  private static let memory = 16 << 20
  private static let chunk = 256 << 10
  private static let cacheName = "archives"

  private let access: RepositoryAccess
  private let folder: String
  private let logger: Logger
  private let inMemory = BoundedCache<String, ByteBuffer>(bound: memory)
  private let verified = BoundedCache<String, OpenFile.Stamp>(bound: 100_000)
  private let files: Mutex<DiskCache>
  private let complaint = Mutex("")

  /// - Parameters:
  ///   - access: Of the store alone, so that a large archive delays only requests for archives.
  ///   - bound: In bytes of all files.
  package init(_ access: RepositoryAccess, bound: Int, logger: Logger) throws {
    self.access = access
    self.logger = logger
    folder = try access.readHere { $0.cachePath(Self.cacheName) }
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

  /// Checks the release against its record once.
  func verify(_ release: PublishedRelease) async throws {
    let name = Self.fileName(of: release)
    if inMemory[name] != nil || verified[name] != nil { return }
    _ = try await archive(of: release)
  }

  /// The tree, from which the archive is created, and the checksum that it must have.
  private static func fileName(of release: PublishedRelease) -> String {
    "\(release.release.tree)-\(release.checksum.hexadecimal).zip"
  }

  private func kept(_ release: PublishedRelease, _ name: String) throws -> VerifiedArchive? {
    // What cannot be opened is created again.
    guard let file = try? OpenFile("\(folder)/\(name)") else { return nil }
    if file.size > Self.largestInMemory, verified[name] == file.stamp {
      files.withLock { $0.add(name, size: file.size) }
      return VerifiedArchive(content: .file(file))
    }
    guard let bytes = try hashed(file, expecting: release.checksum) else {
      logger.error(
        "a cached archive is damaged, creating it again",
        metadata: ["file": "\(name)", "release": "\(release.component) \(release.release.version)"]
      )
      files.withLock { $0.remove(name) }
      return nil
    }
    return keep(bytes, file, name)
  }

  /// The bytes of a file, without those of one that is too large for memory; `nil` if its checksum
  /// differs.
  private func hashed(_ file: OpenFile, expecting checksum: ArchiveChecksum) throws -> ByteBuffer? {
    var hash = SHA256()
    var bytes = ByteBuffer()
    var offset = 0
    while offset < file.size {
      let chunk = try file.read(offset..<min(offset + Self.chunk, file.size))
      guard !chunk.isEmpty else { return nil }
      hash.update(chunk)
      if file.size <= Self.largestInMemory { bytes.writeBytes(chunk) }
      offset += chunk.count
    }
    return hash.finalize() == checksum.bytes ? bytes : nil
  }

  private func make(
    _ release: PublishedRelease,
    _ name: String,
    in workspace: borrowing Workspace
  ) throws -> VerifiedArchive {
    let path = "\(folder)/\(name)"
    var bytes = ByteBuffer()
    let size: Int
    do {
      // Someone may have removed it.
      _ = try workspace.cacheFolder(Self.cacheName)
      let staged = try StagedFile(for: path, permissions: 0o444)
      size = try release.writeArchive(from: workspace.repository) { piece in
        try staged.write(piece)
        if bytes.readableBytes + piece.count <= Self.largestInMemory { bytes.writeBytes(piece) }
      }
      // Not synced: damage by a power cut is noticed before the file is sent, as any other damage.
      try staged.commit(isSynced: false)
    } catch {
      let archive = try makeInMemory(release, name, in: workspace)
      // So it is the folder that has a fault, and not the archive.
      complain(error)
      return archive
    }
    files.withLock { $0.add(name, size: size) }
    guard let file = try OpenFile(path) else {
      throw OperationError(.inputOutput, "the archive '\(path)' was removed while it was created")
    }
    if bytes.readableBytes == size { return keep(bytes, file, name) }
    // Another process may have replaced the file since then.
    guard let bytes = try hashed(file, expecting: release.checksum) else {
      throw OperationError(.checksumMismatch, "the archive '\(path)' differs from what was written")
    }
    return keep(bytes, file, name)
  }

  private func makeInMemory(
    _ release: PublishedRelease,
    _ name: String,
    in workspace: borrowing Workspace
  ) throws -> VerifiedArchive {
    var bytes = ByteBuffer()
    _ = try release.writeArchive(from: workspace.repository) { bytes.writeBytes($0) }
    inMemory.insert(bytes, weight: bytes.readableBytes, for: name)
    return VerifiedArchive(content: .memory(bytes))
  }

  /// Logs once why nothing can be stored.
  private func complain(_ error: any Error) {
    let isNew = complaint.withLock { complaint in
      defer { complaint = "\(error)" }
      return complaint != "\(error)"
    }
    if isNew { logger.error("cannot store archives, creating them for each request: \(error)") }
  }

  private func keep(_ bytes: ByteBuffer, _ file: OpenFile, _ name: String) -> VerifiedArchive {
    verified.insert(file.stamp, weight: 1, for: name)
    files.withLock { $0.add(name, size: file.size) }
    guard file.size <= Self.largestInMemory else { return VerifiedArchive(content: .file(file)) }
    inMemory.insert(bytes, weight: bytes.readableBytes, for: name)
    return VerifiedArchive(content: .memory(bytes))
  }
}
