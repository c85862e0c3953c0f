package import Base
internal import CGit2
private import Synchronization

/// The four kinds of object that git stores.
package enum ObjectKind: Int32, Hashable, Sendable {
  case commit = 1
  case tree = 2
  case blob = 3
  case tag = 4

  var name: String {
    switch self {
    case .commit: "commit"
    case .tree: "tree"
    case .blob: "blob"
    case .tag: "tag"
    }
  }
}

extension Repository {
  /// The kind and the size in bytes of an object, without its content; `nil` if it is missing.
  package func header(of id: ObjectID) throws(OperationError) -> (kind: ObjectKind, size: Int)? {
    var size = 0
    var type = GIT_OBJECT_INVALID
    var raw = id.raw
    guard
      try unsafe checkFound(git_odb_read_header(&size, &type, objects.pointer, &raw)) != nil,
      let kind = ObjectKind(rawValue: type.rawValue)
    else { return nil }
    return (kind, size)
  }

  /// Whether the object is here; a shallow or partial clone lacks some.
  package func contains(_ id: ObjectID) -> Bool {
    var raw = id.raw
    return unsafe git_odb_exists(objects.pointer, &raw) == 1
  }

  /// The content of a blob.
  package func blob(_ id: ObjectID) throws(OperationError) -> [UInt8] {
    let content = try unverifiedBlob(id)
    if Self.blobID(of: content) == id { return content }
    // Says what is wrong with it.
    return try unsafe withObject(id, .blob) { bytes in unsafe Array(bytes) }
  }

  /// Stores a blob, synced to the disk.
  package func writeBlob(_ content: [UInt8]) throws(OperationError) -> ObjectID {
    try writeObject(content, .blob)
  }

  /// Stores a file or a link of the working tree as git would: ends of lines are normalised where its
  /// configuration and attributes say so.
  package func writeBlob(ofWorkingFile path: TreePath) throws(OperationError) -> ObjectID {
    var id = git_oid()
    try check(unsafe git_blob_create_from_workdir(&id, pointer, path.string))
    return ObjectID(id)
  }

  /// The name that `content` has as a blob; nothing is stored.
  ///
  /// It takes a quarter of the time of the library's own hash, which looks for forged collisions too,
  /// as git does before it takes an object in.
  package static func blobID(of content: [UInt8]) -> ObjectID {
    objectID(of: content, as: .blob)
  }

  static func objectID(of content: [UInt8], as kind: ObjectKind) -> ObjectID {
    let digest = SHA1.digest(of: Array("\(kind.name) \(content.count)\0".utf8), content)
    return unsafe digest.withUnsafeBytes { unsafe ObjectID(bytes: $0) }
  }

  /// Stores bytes as an object without looking at them.
  func writeObject(_ content: [UInt8], _ kind: ObjectKind) throws(OperationError) -> ObjectID {
    var id = git_oid()
    try check(
      unsafe content.withUnsafeBytes {
        unsafe git_odb_write(
          &id,
          objects.pointer,
          $0.baseAddress,
          $0.count,
          git_object_t(kind.rawValue)
        )
      }
    )
    return ObjectID(id)
  }

  /// Lends the content of an object for as long as `body` runs.
  func withObject<Result>(
    _ id: ObjectID,
    _ kind: ObjectKind,
    _ body: (UnsafeRawBufferPointer) throws(OperationError) -> Result
  ) throws(OperationError) -> Result {
    if id == .emptyTree, kind == .tree {
      return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    var raw = id.raw
    let object: Handle
    do throws(OperationError) {
      object = try unsafe Handle(freedBy: { unsafe git_odb_object_free($0) }) {
        [objects = unsafe objects.pointer] in
        unsafe git_odb_read($0, objects, &raw)
      }
    } catch  where error.code == .notFound {
      throw missing(id, kind)
    } catch {
      throw error.during("cannot read the \(kind.name) '\(id)'")
    }
    let type = unsafe git_odb_object_type(object.pointer)
    guard type.rawValue == kind.rawValue else {
      let found = ObjectKind(rawValue: type.rawValue)?.name ?? "object"
      throw OperationError(.wrongKind, "object '\(id)' is a \(found), expected a \(kind.name)")
    }
    return try unsafe body(
      UnsafeRawBufferPointer(
        start: git_odb_object_data(object.pointer),
        count: git_odb_object_size(object.pointer)
      )
    )
  }

  func missing(_ id: ObjectID, _ kind: ObjectKind) -> OperationError {
    OperationError(
      .notFound,
      "the repository has no \(kind.name) '\(id)'",
      help: helpForMissing
    )
  }

  /// The command that fetches the objects that an incomplete clone lacks, as help; `nil` if it is
  /// complete.
  package var helpForMissing: String? {
    if isShallow { return "the clone is shallow: 'git fetch --unshallow' gets its whole history" }
    guard isPartial else { return nil }
    return "the clone is partial: 'git fetch --refetch --no-filter' gets the objects that it lacks"
  }

  /// Whether it was cloned without objects that git would fetch when it needs them.
  private var isPartial: Bool {
    guard let configuration = try? configuration() else { return false }
    return configuration.keys.contains { $0.hasPrefix("remote.") && $0.hasSuffix(".promisor") }
  }
}

extension Repository {
  /// Makes sure that these objects survive a power cut, even if another process wrote them.
  ///
  /// libgit2 syncs a loose object and the directory of its name, though not the directory above,
  /// where that one may be new; it does not sync again what it finds written already, which the
  /// git program leaves unsynced by default. Packed objects are left alone: git syncs its packs.
  /// - Parameter files: Others that are synced at the same time.
  package func syncObjects(
    _ ids: some Sequence<ObjectID>,
    with files: [String] = []
  ) throws(OperationError) {
    let directory = "\(commonDirectory)/objects"
    var paths = Set(files)
    for id in Set(ids) {
      let hex = id.hex
      let fanOut = "\(directory)/\(hex.prefix(2))"
      let object = "\(fanOut)/\(hex.dropFirst(2))"
      guard LocalFile.exists(object) else { continue }
      paths.formUnion([object, fanOut, directory])
    }
    try LocalFile.sync(all: paths.sorted())
  }

  /// The objects that a commit brings with it: itself, and the trees and blobs that its tree has
  /// and the one of `base` has not at the same path.
  package func newObjects(
    in commit: ObjectID,
    since base: ObjectID?
  ) throws(OperationError) -> [ObjectID] {
    let old = try base.map { (base) throws(OperationError) in try self.commit(base).tree }
    let new = try self.commit(commit).tree
    return [commit] + (try newTreeObjects(from: old ?? .emptyTree, to: new))
  }
}

extension Repository {
  /// Keeps what this value stores from now on in memory, and none of it on the disk.
  ///
  /// It is read like every other object, and can be pushed elsewhere.
  package func storeInMemory() throws(OperationError) {
    guard !storesInMemory.load(ordering: .relaxed) else { return }
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try check(unsafe git_mempack_new(&backend))
    // Above all that is on the disk, so that it is written to.
    try check(unsafe git_odb_add_backend(objects.pointer, backend, 9))
    storesInMemory.store(true, ordering: .relaxed)
  }

  /// Whether objects may be in memory alone.
  package var mayHoldObjectsInMemory: Bool { storesInMemory.load(ordering: .relaxed) }

  /// Forgets what is in memory: it is on the disk by now, or nothing will lead to it.
  package func forgetMemory() throws(OperationError) {
    guard storesInMemory.load(ordering: .relaxed) else { return }
    var backend: UnsafeMutablePointer<git_odb_backend>?
    // The first is the one that is written to.
    try check(unsafe git_odb_get_backend(&backend, objects.pointer, 0))
    try check(unsafe git_mempack_reset(backend))
  }

  /// Stores a tree and what it leads to in another repository, unsynced, as far as that lacks it.
  package func copy(
    tree: ObjectID,
    into other: borrowing Repository
  ) throws(OperationError) {
    // What is below a tree that it has, it has, too.
    if other.contains(tree) { return }
    for entry in try entries(of: tree) {
      switch entry.mode {
      case .tree: try copy(tree: entry.id, into: other)
      case .submodule: break
      case .file, .executable, .link:
        if !other.contains(entry.id) { try other.writeUnsynced(blob(entry.id), .blob) }
      }
    }
    let bytes = try unsafe withObject(tree, .tree) { unsafe Array($0) }
    try other.writeUnsynced(bytes, .tree)
  }

  private func writeUnsynced(_ content: [UInt8], _ kind: ObjectKind) throws(OperationError) {
    _ = try GitLibrary.withoutSyncing { () throws(OperationError) in
      try writeObject(content, kind)
    }
  }
}

extension Repository {
  /// The content of a blob like ``blob(_:)``, for what is checked against a checksum or a name besides.
  package func unverifiedBlob(_ id: ObjectID) throws(OperationError) -> [UInt8] {
    try unsafe withUnverifiedObject(id, .blob) { bytes in unsafe Array(bytes) }
  }

  /// Lends an object like ``withObject(_:_:_:)``, without hashing it to see whether it is intact.
  ///
  /// Walking history reads two objects a commit, and hashing took four fifths of its time. What is
  /// read here only decides which commits to show, or is checked against a recorded checksum or, as
  /// ``blob(_:)`` does it, against its name; whatever else is kept, written or sent is verified.
  /// The library has no such way of reading but its storage backends have.
  func withUnverifiedObject<Result>(
    _ id: ObjectID,
    _ kind: ObjectKind,
    _ body: (UnsafeRawBufferPointer) throws(OperationError) -> Result
  ) throws(OperationError) -> Result {
    var raw = id.raw
    for index in 0..<(unsafe git_odb_num_backends(objects.pointer)) {
      var backend: UnsafeMutablePointer<git_odb_backend>?
      try check(unsafe git_odb_get_backend(&backend, objects.pointer, index))
      guard let read = unsafe backend?.pointee.read else { continue }
      var data: UnsafeMutableRawPointer?
      var size = 0
      var type = GIT_OBJECT_INVALID
      let result = unsafe read(&data, &size, &type, backend, &raw)
      guard result >= 0 else {
        git_error_clear()
        continue
      }
      defer { unsafe git_odb_backend_data_free(backend, data) }
      guard type.rawValue == kind.rawValue else { break }
      return try unsafe body(UnsafeRawBufferPointer(start: data, count: size))
    }
    // It may be in a pack that is newer than this process's view, or fail with a reason.
    return try unsafe withObject(id, kind, body)
  }
}

extension ObjectID {
  init(_ id: git_oid) {
    self = unsafe withUnsafeBytes(of: id) { unsafe ObjectID(bytes: $0) }
  }

  var raw: git_oid {
    var id = git_oid()
    unsafe withUnsafeMutableBytes(of: &id) { unsafe copy(to: $0) }
    return id
  }
}
