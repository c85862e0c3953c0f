private import CGit2
package import Errors
import Files
package import GitValues

extension Repository {
  /// Writes commits, and what they lead to and `other` lacks, into that repository as one pack that
  /// is there as a whole or not at all.
  package func pack(
    _ commits: [ObjectID],
    into other: borrowing Repository
  ) throws(OperationError) {
    let packing = try Packing(of: self, for: other)
    for commit in commits { try packing.add(commit, of: self, missingIn: other) }
    try packing.write(into: "\(other.commonDirectory)/objects/pack")
  }

  /// Takes away the parts of packs that a killed run left.
  ///
  /// Only for a process that keeps all others away that write packs with this library; the git
  /// program's have other names.
  package func removeAbandonedPacks() throws(OperationError) {
    let directory = "\(commonDirectory)/objects/pack"
    for name in try LocalFile.names(in: directory) where name.hasPrefix("pack_git2_") {
      try LocalFile.remove("\(directory)/\(name)")
    }
  }

  /// Whether the object was here when the repository was opened, or was stored by this value.
  ///
  /// Cheaper than ``contains(_:)`` for what is mostly missing, which looks for new packs each time.
  fileprivate func hadFromTheStart(_ id: ObjectID) -> Bool {
    var raw = id.raw
    return unsafe git_odb_exists_ext(
      objects.pointer,
      &raw,
      GIT_ODB_LOOKUP_NO_REFRESH.rawValue
    ) == 1
  }
}

/// A pack in the making.
private final class Packing {
  /// The other repository with the objects of this one: a builder looks at all tags of the
  /// repository that it belongs to, of which a monorepo has as many as releases.
  private let host: Repository
  private let builder: Handle
  private var added: Set<ObjectID> = []

  init(
    of repository: borrowing Repository,
    for other: borrowing Repository
  ) throws(OperationError) {
    let host = try Repository.open(at: other.gitDirectory)
    try check(unsafe git_repository_set_odb(host.pointer, repository.objects.pointer))
    builder = try unsafe Handle(freedBy: { unsafe git_packbuilder_free($0) }) {
      unsafe git_packbuilder_new($0, host.pointer)
    }
    self.host = host
  }

  func add(
    _ commit: ObjectID,
    of repository: borrowing Repository,
    missingIn other: borrowing Repository
  ) throws(OperationError) {
    guard try insert(commit, nil, missingIn: other) else { return }
    try add(tree: repository.commit(commit).tree, of: repository, missingIn: other)
  }

  private func add(
    tree: ObjectID,
    of repository: borrowing Repository,
    missingIn other: borrowing Repository
  ) throws(OperationError) {
    guard try insert(tree, nil, missingIn: other) else { return }
    for entry in try repository.entries(of: tree) {
      switch entry.mode {
      case .tree: try add(tree: entry.id, of: repository, missingIn: other)
      case .file, .executable, .link: _ = try insert(entry.id, entry.name, missingIn: other)
      case .submodule: break
      }
    }
  }

  /// Whether it was not there; what a tree or commit leads to is there where that itself is.
  private func insert(
    _ id: ObjectID,
    _ name: String?,
    missingIn other: borrowing Repository
  ) throws(OperationError) -> Bool {
    guard added.insert(id).inserted, !other.hadFromTheStart(id) else { return false }
    var raw = id.raw
    try check(unsafe git_packbuilder_insert(builder.pointer, &raw, name))
    return true
  }

  func write(into directory: String) throws(OperationError) {
    guard unsafe git_packbuilder_object_count(builder.pointer) > 0 else { return }
    let indexer = try unsafe Handle(freedBy: { unsafe git_indexer_free($0) }) {
      unsafe git_indexer_new($0, directory, 0, nil, nil)
    }
    var pieces = unsafe PackPieces(indexer: indexer.pointer)
    try check(
      unsafe withUnsafeMutablePointer(to: &pieces) { pieces in
        unsafe git_packbuilder_foreach(
          builder.pointer,
          { bytes, count, payload in
            guard let bytes = unsafe bytes,
              let pieces = unsafe payload?.assumingMemoryBound(to: PackPieces.self)
            else { return GIT_ERROR.rawValue }
            return unsafe pieces.pointee.add(UnsafeRawBufferPointer(start: bytes, count: count))
          },
          pieces
        )
      }
    )
    try check(pieces.flush())
    try check(unsafe git_indexer_commit(indexer.pointer, &pieces.progress))
  }
}

/// The bytes of a pack on their way to the indexer, which maps its file again for each piece:
/// in the small pieces that a builder makes, this takes longer than all the rest.
@safe
private struct PackPieces {
  let indexer: OpaquePointer
  var progress = git_indexer_progress()
  private var bytes: [UInt8] = []

  private static let most = 8 << 20

  init(indexer: OpaquePointer) {
    unsafe self.indexer = unsafe indexer
  }

  /// - Returns: What the indexer returned, or zero.
  mutating func add(_ piece: UnsafeRawBufferPointer) -> Int32 {
    unsafe bytes.append(contentsOf: piece)
    return bytes.count < Self.most ? 0 : flush()
  }

  mutating func flush() -> Int32 {
    defer { bytes.removeAll(keepingCapacity: true) }
    return unsafe git_indexer_append(indexer, bytes, bytes.count, &progress)
  }
}
