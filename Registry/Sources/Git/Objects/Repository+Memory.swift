package import Errors

private import CGit2

extension Repository {
  /// Keeps what this value stores from now on in memory, and none of it on the disk.
  ///
  /// It is read like every other object, and can be pushed elsewhere.
  package func storeInMemory() throws(OperationError) {
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try check(unsafe git_mempack_new(&backend))
    // Above all that is on the disk, so that it is written to.
    try check(unsafe git_odb_add_backend(objects.pointer, backend, 9))
  }
}
