package import Base
private import CGit2
private import CLibrary

extension Repository {
  /// Moves a reference in one step that either happens or does not, and is synced to the disk.
  ///
  /// - Parameters:
  ///   - expected: The object that it must lead to until then; `nil` if it must not exist yet.
  ///   - reason: What the reflog says.
  /// - Note: ``OperationError/Code/inputOutput`` may come from syncing what was moved already: read the
  ///   reference to know.
  /// - Throws: ``OperationError/Code/moved`` if it leads elsewhere, ``OperationError/Code/locked`` if another
  ///   process is changing it, or was stopped while it did.
  package func updateReference(
    _ name: String,
    to id: ObjectID,
    expecting expected: ObjectID?,
    reason: String
  ) throws(OperationError) {
    try refuseNul(in: name)
    try refuseNul(in: reason)
    var id = id.raw
    // An id of zeros means "does not exist" here, and is compared under the lock: the check
    // that the library makes without one would leave room for another process.
    var old = (expected ?? .zero).raw
    var made: OpaquePointer?
    do throws(OperationError) {
      try check(
        unsafe git_reference_create_matching(&made, pointer, name, &id, 1, &old, reason)
      )
    } catch {
      throw explained(error, name, expected)
    }
    unsafe git_reference_free(made)
    try syncDirectories(above: name)
  }

  /// Takes a reference away, loose and packed, if it leads to `expected`.
  package func deleteReference(_ name: String, expecting expected: ObjectID) throws(OperationError)
  {
    try refuseNul(in: name)
    var found: OpaquePointer?
    do throws(OperationError) {
      try check(unsafe git_reference_lookup(&found, pointer, name))
      defer { unsafe git_reference_free(found) }
      guard let id = unsafe git_reference_target(found), unsafe ObjectID(id.pointee) == expected
      else { throw OperationError(.moved, "old reference value does not match") }
      // Compares with the value that was looked up, under the reference's lock.
      errno = 0
      let result = unsafe git_reference_delete(found)
      try check(result, systemError: errno)
    } catch {
      throw explained(error, name, expected)
    }
    // The library syncs a directory that it writes to, and not one that it takes a file from.
    try LocalFile.sync(all: [directory(of: name), commonDirectory])
    try syncDirectories(above: name)
  }

  /// Makes sure that a reference survives a power cut as it is now, even if another process wrote it.
  package func syncReference(_ name: String) throws(OperationError) {
    try LocalFile.sync(all: ["\(commonDirectory)/\(name)", directory(of: name), commonDirectory])
    try syncDirectories(above: name)
  }

  /// The file whose presence keeps every git from changing the reference.
  package func lockPath(ofReference name: String) -> String {
    "\(name == "HEAD" ? gitDirectory : commonDirectory)/\(name).lock"
  }

  private func directory(of name: String) -> String {
    let parts = TreePath.names(in: name).dropLast()
    return "\(commonDirectory)/\(parts.joined(separator: "/"))"
  }

  /// Syncs the directories above the one that the library syncs, up to that of all branches or all
  /// tags: one that was just made is lost in a power cut otherwise, with what is in it.
  private func syncDirectories(above name: String) throws(OperationError) {
    var parts = TreePath.names(in: name).dropLast(2)
    var directories: [String] = []
    while parts.count > 1 {
      directories.append("\(commonDirectory)/\(parts.joined(separator: "/"))")
      parts.removeLast()
    }
    try LocalFile.sync(all: directories)
  }

  private func explained(
    _ error: OperationError,
    _ name: String,
    _ expected: ObjectID?
  ) -> OperationError {
    switch error.code {
    case .moved:
      let now = (try? resolve(name))?.hex ?? "nothing"
      return OperationError(
        .moved,
        "reference '\(name)' has changed: it points to '\(now)', expected"
          + " '\(expected?.hex ?? "nothing")'"
      )
    case .locked:
      return OperationError(
        .locked,
        "reference '\(name)' is locked by another process",
        help: "if no git is running, remove '\(lockPath(ofReference: name))'"
      )
    default:
      return error.during("cannot change reference '\(name)'")
    }
  }
}

/// The new value of a reference.
package struct ReferenceChange: Hashable, Sendable {
  /// The whole name.
  package let name: String
  /// The new target of the reference; `nil` to delete it.
  package let object: ObjectID?

  package init(_ name: String, to object: ObjectID?) {
    self.name = name
    self.object = object
  }
}
