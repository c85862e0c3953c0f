internal import CGit2
package import Base

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

  /// What brings objects into a clone that was made without all of them; `nil` if it has all.
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
