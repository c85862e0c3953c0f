import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written in pieces beside its place and moved there when it is whole; dropped
/// before, it leaves nothing.
package struct StagedFile: ~Copyable {
  /// Of the names that files have until they are whole.
  package static let suffix = ".part"

  private let replacement: StagedReplacement
  private let file: FileDescriptor

  /// - Parameters:
  ///   - permissions: Less what the umask takes away.
  ///   - discardsLeftover: Takes away what a process of the same number left; for folders that no
  ///     other process of this number can be writing to.
  /// - Throws: Also where something other than a file stands at the place: moving a file there would
  ///   take away a link or a device.
  package init(
    for path: String,
    permissions: UInt16 = 0o666,
    discardsLeftover: Bool = false
  ) throws(FileError) {
    if let kind = LocalFile.kind(at: path), kind != .file {
      throw FileError(
        .inputOutput,
        "cannot write '\(path)': found \(kind.rawValue), expected a file or nothing",
        help: "name another file, or '-' for standard output"
      )
    }
    let replacement = StagedReplacement(path: path, staging: "\(path).\(getpid())\(Self.suffix)")
    if discardsLeftover { try replacement.discard() }
    // Nothing is stored before the file is ours: `deinit` would take away another's.
    file = try replacement.open(permissions: CInterop.Mode(permissions), "cannot write '\(path)'")
    self.replacement = replacement
  }

  deinit {
    try? file.close()
    // Gone already if it was moved.
    unlink(replacement.staging)
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try LocalFile.write(bytes, to: file, replacement.path)
  }

  /// Takes its place.
  ///
  /// - Parameter isSynced: Unsynced only where damage by a power cut is noticed when it is read.
  package func commit(isSynced: Bool = true) throws(FileError) {
    if isSynced {
      try FileError.during("cannot write '\(replacement.path)'") { try SystemCall.sync(file) }
    }
    try replacement.moveIntoPlace()
  }
}
