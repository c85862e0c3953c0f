import CLibrary
import SystemPackage

/// New content for a file, written to a temporary file and renamed in one step.
///
/// The steps are separate, so that many files can be staged, synced together and renamed.
package struct StagedReplacement: Sendable {
  /// The path of the file to replace.
  package let path: String
  /// The temporary file, in the same directory; an existing one was left by a killed run.
  package let staging: String

  package init(path: String, staging: String) {
    self.path = path
    self.staging = staging
  }

  /// The folder of both files.
  package var folder: String { LocalFile.parent(of: path) }

  /// Writes the content to the temporary file, unsynced, and creates missing directories.
  package func stage(
    _ content: [UInt8],
    isExecutable: Bool = false,
    isPrivate: Bool = false
  ) throws(OperationError) {
    try LocalFile.makeDirectories(folder)
    try discard()
    // The umask applies, as for any file that git writes.
    let task = "cannot create '\(staging)'"
    let permissions: CInterop.Mode = isPrivate ? 0o600 : isExecutable ? 0o777 : 0o666
    guard let file = try open(permissions: permissions, task) else {
      throw OperationError(.fileExists, task)
    }
    defer { try? file.close() }
    do {
      try LocalFile.write(content, to: file, staging)
    } catch {
      unsafe unlink(staging)
      throw error
    }
  }

  /// Creates a symbolic link under the temporary name, and missing directories.
  package func stageLink(to target: [UInt8]) throws(OperationError) {
    try LocalFile.makeDirectories(folder)
    try discard()
    try unsafe SystemCall.check(
      symlink(String(decoding: target, as: UTF8.self), staging),
      "cannot create the link '\(staging)'"
    )
  }

  /// Renames the temporary file; sync it before, and ``folder`` after.
  package func moveIntoPlace() throws(OperationError) {
    guard unsafe rename(staging, path) == 0 else {
      let error = OperationError(SystemCall.error, "cannot replace '\(path)'")
      unsafe unlink(staging)
      throw error
    }
  }

  /// Performs all steps, synced.
  package func replace(with content: [UInt8]) throws(OperationError) {
    try stage(content)
    try finish()
  }

  /// Moves what is staged into its place, synced.
  package func finish() throws(OperationError) {
    try LocalFile.sync(all: [staging])
    try moveIntoPlace()
    try LocalFile.sync(all: [folder])
  }

  /// Removes the temporary file, if there is one.
  package func discard() throws(OperationError) {
    try LocalFile.remove(staging)
  }

  /// Creates the temporary file; `nil` if it exists.
  func open(
    permissions: CInterop.Mode,
    _ task: @autoclosure () -> String
  ) throws(OperationError) -> FileDescriptor? {
    try OperationError.during(task()) {
      do {
        return try unsafe FileDescriptor.open(
          staging,
          .writeOnly,
          options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
          permissions: FilePermissions(rawValue: permissions)
        )
      } catch Errno.fileExists {
        return nil
      }
    }
  }
}
