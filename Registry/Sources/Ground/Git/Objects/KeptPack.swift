private import CGit2
package import Base

/// New objects in one pack, which `git gc` keeps until references lead to them.
///
/// `git gc --prune=now` removes every object that no reference leads to, at any moment. So the
/// objects of a write come into the repository as git's own do that it receives: all at once, with
/// a file `.keep` that is there before the pack, and that is removed when the references have moved.
/// - Note: Only for a process that excludes all others of this program.
package struct KeptPack: ~Copyable {
  private static let mark = Array("registry\n".utf8)
  private static let keepFile = "keep"

  private let directory: String
  private let staging: String
  /// The name without its ending.
  ///
  /// Never that of an earlier pack, even of the same objects: a `git gc` that has found that one
  /// without a `.keep` removes it by its name.
  private let name: String
  private var isPlaced = false
  private var isHeld = true

  /// Writes the pack to a folder of its own, where no git looks for objects.
  fileprivate init?(_ packing: Packing, in repository: borrowing Repository) throws(OperationError)
  {
    guard packing.count > 0 else { return nil }
    staging = Self.staging(in: repository)
    directory = Self.directory(in: repository)
    let random = (0..<ObjectID.byteCount).map { _ in UInt8.random(in: .min ... .max) }
    name = "pack-\(unsafe random.withUnsafeBytes { unsafe ObjectID(bytes: $0) })"
    try LocalFile.removeAll(staging)
    try LocalFile.makeDirectories(staging)
    try GitLibrary.withoutSyncing { () throws(OperationError) in
      try packing.write(into: staging)
    }
    try LocalFile.update("\(staging)/\(Self.keepFile)", to: Self.mark)
  }

  deinit {
    if !isPlaced { try? LocalFile.removeAll(staging) }
    // What nothing leads to yet is removed by the next `git gc`.
    if isHeld { _ = try? LocalFile.remove("\(directory)/\(name).keep") }
  }

  /// The files to sync before ``moveIntoPlace()``.
  package var files: [String] {
    get throws(OperationError) { try LocalFile.names(in: staging).map { "\(staging)/\($0)" } }
  }

  /// The folder to sync after ``moveIntoPlace()``.
  package var folder: String { directory }

  /// Makes the objects visible: every git looks for the index of a pack.
  package mutating func moveIntoPlace() throws(OperationError) {
    try LocalFile.makeDirectories(directory)
    try LocalFile.move("\(staging)/\(Self.keepFile)", to: "\(directory)/\(name).keep")
    let files = try LocalFile.names(in: staging).sorted()
    for ending in [".pack", ".idx"] {
      for file in files where file.hasSuffix(ending) {
        try LocalFile.move("\(staging)/\(file)", to: "\(directory)/\(name)\(ending)")
      }
    }
    isPlaced = true
    try LocalFile.removeAll(staging)
  }

  /// Performs all steps up to the references, synced.
  package mutating func store() throws(OperationError) {
    try LocalFile.sync(all: files)
    try moveIntoPlace()
    try LocalFile.sync(all: [directory])
  }

  /// Lets git do with the pack as with all others, now that references lead to the objects.
  package consuming func release() throws(OperationError) {
    try LocalFile.remove("\(directory)/\(name).keep")
    isHeld = false
  }

  /// Leaves the pack kept, for the run that completes what this one could not.
  package consuming func leave() {
    isHeld = false
  }

  private static func staging(in repository: borrowing Repository) -> String {
    "\(repository.commonDirectory)/objects/registry-pack"
  }

  private static func directory(in repository: borrowing Repository) -> String {
    "\(repository.commonDirectory)/objects/pack"
  }

  /// Removes what a killed run left, but no pack: objects in it may have been found by others.
  fileprivate static func removeAbandoned(in repository: borrowing Repository)
    throws(OperationError)
  {
    let directory = directory(in: repository)
    try LocalFile.removeAll(staging(in: repository))
    guard LocalFile.exists(directory) else { return }
    for name in try LocalFile.names(in: directory) where name.hasSuffix(".keep") {
      let path = "\(directory)/\(name)"
      if try LocalFile.read(path) == mark { try LocalFile.remove(path) }
    }
  }
}

extension Repository {
  /// Packs stored objects, such as those in memory; `nil` if there are none.
  package func keptPack(of ids: some Sequence<ObjectID>) throws(OperationError) -> KeptPack? {
    let packing = try Packing(of: self)
    // Every git knows the empty tree, stored or not.
    for id in ids where id != .emptyTree || contains(id) { try packing.add(id) }
    return try KeptPack(packing, in: self)
  }

  /// Stores commits, and what they lead to and `other` lacks, in that repository; `nil` if it lacks
  /// nothing.
  package func pack(
    _ commits: [ObjectID],
    into other: borrowing Repository
  ) throws(OperationError) -> KeptPack? {
    let packing = try Packing(of: self)
    for commit in commits { try packing.add(commit, of: self, missingIn: other) }
    var pack = try KeptPack(packing, in: other)
    try pack?.store()
    return pack
  }

  /// The number of packs that git may merge.
  package func unkeptPackCount() throws(OperationError) -> Int {
    let names = try LocalFile.names(in: "\(commonDirectory)/objects/pack")
    return names.count { $0.hasSuffix(".pack") } - names.count { $0.hasSuffix(".keep") }
  }

  /// Removes what a killed run left of its packs, and what keeps them.
  ///
  /// Call it only while no other process of this program can write.
  package func removeAbandonedPacks() throws(OperationError) {
    try KeptPack.removeAbandoned(in: self)
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

/// The objects of a pack.
private final class Packing {
  private let host: Handle
  private let builder: Handle
  private var added: Set<ObjectID> = []

  init(of repository: borrowing Repository) throws(OperationError) {
    // A builder looks at all tags of its repository, of which a monorepo has as many as releases:
    // this one has objects alone.
    let objects = unsafe repository.objects.pointer
    host = try unsafe Handle(freedBy: { unsafe git_repository_free($0) }) {
      unsafe git_repository_wrap_odb($0, objects)
    }
    let repository = unsafe host.pointer
    builder = try unsafe Handle(freedBy: { unsafe git_packbuilder_free($0) }) {
      unsafe git_packbuilder_new($0, repository)
    }
  }

  var count: Int { Int(unsafe git_packbuilder_object_count(builder.pointer)) }

  /// - Parameter name: By which similar objects are found.
  func add(_ id: ObjectID, _ name: String? = nil) throws(OperationError) {
    guard added.insert(id).inserted else { return }
    var raw = id.raw
    try check(unsafe git_packbuilder_insert(builder.pointer, &raw, name))
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
    guard !added.contains(id), !other.hadFromTheStart(id) else { return false }
    try add(id, name)
    return true
  }

  func write(into directory: String) throws(OperationError) {
    let indexer = try unsafe Handle(freedBy: { unsafe git_indexer_free($0) }) {
      unsafe registry_git2_indexer_new($0, directory)
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
