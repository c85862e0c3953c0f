internal import CGit2
package import Base

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
