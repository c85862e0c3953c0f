import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// New content for a file, written beside it and moved into its place in one step.
///
/// The steps stand apart, so that many files can be staged, synced together and moved.
package struct StagedReplacement: Sendable {
  package let path: String
  /// In the same directory; anything that stands there is a killed run's.
  package let staging: String

  package init(path: String, staging: String) {
    self.path = path
    self.staging = staging
  }

  package var folder: String { LocalFile.parent(of: path) }

  /// Writes the content beside its place, unsynced, with the directories above it.
  package func stage(
    _ content: [UInt8],
    isExecutable: Bool = false,
    isPrivate: Bool = false
  ) throws(FileError) {
    try LocalFile.makeDirectories(folder)
    try discard()
    // The person's umask has its say, as for any file that git writes.
    let file = try open(
      permissions: isPrivate ? 0o600 : isExecutable ? 0o777 : 0o666,
      "cannot create '\(staging)'"
    )
    defer { try? file.close() }
    do {
      try LocalFile.write(content, to: file, staging)
    } catch {
      unlink(staging)
      throw error
    }
  }

  /// Makes a symbolic link beside its place, with the directories above it.
  package func stageLink(to target: [UInt8]) throws(FileError) {
    try LocalFile.makeDirectories(folder)
    try discard()
    try SystemCall.check(
      symlink(String(decoding: target, as: UTF8.self), staging),
      "cannot create the link '\(staging)'"
    )
  }

  /// Takes the place of the file; what was staged is synced before, and ``folder`` after.
  package func moveIntoPlace() throws(FileError) {
    guard rename(staging, path) == 0 else {
      let error = FileError(SystemCall.error, "cannot replace '\(path)'")
      unlink(staging)
      throw error
    }
  }

  /// All of it at once, synced.
  package func replace(with content: [UInt8], isPrivate: Bool = false) throws(FileError) {
    try stage(content, isPrivate: isPrivate)
    try LocalFile.sync(all: [staging])
    try moveIntoPlace()
    try LocalFile.sync(all: [folder])
  }

  /// Takes away what was staged, if anything was.
  package func discard() throws(FileError) {
    try LocalFile.remove(staging)
  }

  /// A file beside the place, where nothing may be yet.
  func open(
    permissions: CInterop.Mode,
    _ task: @autoclosure () -> String
  ) throws(FileError) -> FileDescriptor {
    try FileError.during(task()) {
      try FileDescriptor.open(
        staging,
        .writeOnly,
        options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: FilePermissions(rawValue: permissions)
      )
    }
  }
}
