import Base
import Content
package import Logging
import Model
import NIOCore
import NIOPosix
import Site
import Synchronization

/// The archives of releases, created from git at the first request and stored as files; small ones are
/// created for each request, which takes less time than to store one.
///
/// The folder may be removed at any time, and may be read-only: what cannot be stored is created in
/// memory. What exceeds the bound is removed by ``ArchiveTrimmer``, and by no request.
///
/// An archive is sent only after this process has compared its hash with the recorded checksum. A
/// file is hashed when it is written or opened first, and again whenever its inode, size or times
/// differ: a file that was changed is noticed, removed and created again.
package final class ArchiveStore: Sendable {
  private static let cacheName = "archives"

  private let access: RepositoryAccess
  private let folder: String
  private let logger: Logger
  /// The size from which archives are stored, in bytes.
  private let smallestStored: Int
  /// The archives that have their checksums, with their files; `nil` without one.
  private let verified = BoundedCache<String, OpenFile.Stamp?>(bound: 100_000)
  private let files: Mutex<DiskCache>
  /// Gets an element when there is something to trim.
  let overfull: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let complaint = Mutex("")

  /// - Parameters:
  ///   - access: Of the store alone, so that a large archive delays only requests for archives.
  ///   - bound: In bytes of all files.
  ///   - smallestStored: The size from which archives are stored, in bytes.
  package init(
    _ access: RepositoryAccess,
    bound: Int,
    smallestStored: Int,
    logger: Logger
  ) throws {
    (self.access, self.smallestStored, self.logger) = (access, smallestStored, logger)
    folder = try access.readHere { $0.cachePath(Self.cacheName) }
    files = Mutex(DiskCache(path: folder, bound: bound))
    (overfull, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    if files.withLock(\.isOverfull) { signal.yield() }
  }

  func archive(of release: PublishedRelease) async throws -> VerifiedArchive {
    let name = Self.fileName(of: release)
    let found = try await NIOThreadPool.singleton.runIfActive { try self.found(release, name) }
    if let found { return found }
    return try await access.read { workspace in
      // Another request may have made it while this one waited for the repository.
      if let found = try self.found(release, name) { return found }
      return try self.make(release, name, in: workspace)
    }
  }

  /// Reads of a release what its archive has too, after the archive was compared with the record.
  func reading<Value: Sendable>(
    _ release: PublishedRelease,
    _ body: @escaping @Sendable (borrowing Workspace) throws -> Value
  ) async throws -> Value {
    try await access.read { workspace in
      // Not stored: most of those whose manifests are read are never asked for.
      let name = Self.fileName(of: release)
      if self.verified[name] == nil {
        _ = try release.writeArchive(from: workspace.repository) { _ in }
        self.verified.insert(nil, weight: 1, for: name)
      }
      return try body(workspace)
    }
  }

  /// Removes the archives that were used longest ago, until the rest is within the bound.
  func trim() {
    // Sorted and removed while requests go on.
    let surplus = files.withLock(\.self).surplus
    for file in surplus where files.withLock({ $0.forget(file) }) {
      // One that a request creates at this moment is created again.
      _ = try? LocalFile.remove("\(folder)/\(file.name)")
    }
  }

  /// The tree, from which the archive is created, and the checksum that it must have.
  private static func fileName(of release: PublishedRelease) -> String {
    "\(release.release.tree)-\(release.checksum.hexadecimal).zip"
  }

  private func found(_ release: PublishedRelease, _ name: String) throws -> VerifiedArchive? {
    // What cannot be opened is created again.
    guard let file = try? OpenFile("\(folder)/\(name)") else { return nil }
    guard try verified[name] == file.stamp || file.has(release.checksum) else {
      logger.error(
        "a cached archive is damaged, creating it again",
        metadata: ["file": "\(name)", "release": "\(release.component) \(release.release.version)"]
      )
      files.withLock { $0.remove(name) }
      return nil
    }
    keep(file, name)
    return VerifiedArchive(content: .file(file))
  }

  /// Notes that a file has its checksum, and was used.
  private func keep(_ file: OpenFile, _ name: String) {
    verified.insert(file.stamp, weight: 1, for: name)
    let isOverfull = files.withLock { files in
      files.note(name, size: file.size)
      return files.isOverfull
    }
    if isOverfull { signal.yield() }
  }

  private func make(
    _ release: PublishedRelease,
    _ name: String,
    in workspace: borrowing Workspace
  ) throws -> VerifiedArchive {
    if let archive = try makeInMemory(release, below: smallestStored, in: workspace) {
      return archive
    }
    do {
      // Someone may have removed it.
      _ = try workspace.cacheFolder(Self.cacheName)
      let staged = try StagedFile(for: "\(folder)/\(name)", permissions: 0o444)
      _ = try release.writeArchive(from: workspace.repository) { try staged.write($0) }
      // Not synced: damage by a power cut is noticed before the file is sent, as any other damage.
      let file = try staged.commitOpen()
      keep(file, name)
      return VerifiedArchive(content: .file(file))
    } catch {
      guard let archive = try makeInMemory(release, below: .max, in: workspace) else { throw error }
      // So it is the folder that has a fault, and not the archive.
      complain(error)
      return archive
    }
  }

  /// - Returns: `nil` for an archive that is not below a size.
  private func makeInMemory(
    _ release: PublishedRelease,
    below limit: Int,
    in workspace: borrowing Workspace
  ) throws -> VerifiedArchive? {
    var bytes = ByteBuffer()
    var fits = true
    do {
      _ = try release.writeArchive(from: workspace.repository) { piece in
        fits = bytes.readableBytes + piece.count < limit
        guard fits else { throw CancellationError() }
        bytes.writeBytes(piece)
      }
    } catch {
      if !fits { return nil }
      throw error
    }
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
}

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

/// The bytes of a release's archive, checked against the recorded checksum.
struct VerifiedArchive: Sendable {
  enum Content: Sendable {
    case memory(ByteBuffer)
    /// Open and unchanged since it was hashed.
    case file(OpenFile)
  }

  let content: Content

  var size: Int {
    switch content {
    case .memory(let bytes): bytes.readableBytes
    case .file(let file): file.size
    }
  }
}
