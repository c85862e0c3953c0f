import Git

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// New content for a file, written beside it and moved into its place in one step.
struct StagedReplacement {
  let path: String
  /// In the same directory; anything that stands there is a killed run's.
  let staging: String

  var folder: String { LocalFile.parent(of: path) }

  /// Writes the content beside its place, unsynced, with the directories above it.
  func stage(
    _ content: [UInt8],
    isExecutable: Bool = false,
    isPrivate: Bool = false
  ) throws {
    try LocalFile.makeDirectories(folder)
    try discard()
    // The person's umask has its say, as for any file that git writes.
    let mode: mode_t = isPrivate ? 0o600 : isExecutable ? 0o777 : 0o666
    let file = open(staging, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw LocalFile.failure("cannot create '\(staging)'") }
    defer { close(file) }
    do {
      try LocalFile.write(content, to: file, staging)
    } catch {
      unlink(staging)
      throw error
    }
  }

  /// Makes a symbolic link beside its place, with the directories above it.
  func stageLink(to target: [UInt8]) throws {
    try LocalFile.makeDirectories(folder)
    try discard()
    guard symlink(String(decoding: target, as: UTF8.self), staging) == 0 else {
      throw LocalFile.failure("cannot create the link '\(staging)'")
    }
  }

  /// Takes the place of the file; what was staged is synced before, and ``folder`` after.
  func moveIntoPlace() throws(OperationError) {
    guard rename(staging, path) == 0 else {
      let error = LocalFile.failure("cannot replace '\(path)'")
      unlink(staging)
      throw error
    }
  }

  /// All of it at once, synced.
  func replace(with content: [UInt8], isPrivate: Bool = false) throws {
    try stage(content, isPrivate: isPrivate)
    try SystemFile.sync(all: [staging])
    try moveIntoPlace()
    try SystemFile.sync(all: [folder])
  }

  /// Takes away what was staged, if anything was.
  func discard() throws(OperationError) {
    try LocalFile.remove(staging)
  }
}
