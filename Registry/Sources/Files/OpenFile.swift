import SystemPackage

/// A file that is open for reading for as long as somebody has it, whatever becomes of its name.
package final class OpenFile: Sendable {
  /// What tells a file from another one, and from itself after a change.
  package struct Stamp: Hashable, Sendable {
    let device: UInt64
    let stamp: FileStamp
  }

  package let stamp: Stamp
  private let file: FileDescriptor

  package var size: Int { stamp.stamp.size }

  /// `nil` if there is no such file; a link is not followed.
  package init?(_ path: String) throws(FileError) {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
    } catch {
      if error as? Errno == .noSuchFileOrDirectory { return nil }
      throw FileError(error as? Errno ?? .ioError, "cannot open '\(path)'")
    }
    self.file = file
    do throws(Errno) {
      let facts = try FileFacts.of(file)
      stamp = Stamp(device: facts.device, stamp: facts.stamp)
    } catch {
      // What was not made whole is not ended by `deinit`.
      try? file.close()
      throw FileError(error, "cannot read '\(path)'")
    }
  }

  deinit {
    try? file.close()
  }

  /// The bytes of a part of the file; fewer only where the file ends.
  package func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    try file.bytes(range)
  }
}
