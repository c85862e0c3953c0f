import CLibrary
import Synchronization
import SystemPackage

/// Bytes that are needed rarely, in a file without a name: they take no memory, and the file ends
/// with the process.
package final class TemporaryFile: Sendable {
  private let file: FileDescriptor
  private let end = Mutex(0)

  /// The number of appended bytes.
  package var size: Int { end.withLock { $0 } }

  /// The open file, which has been read and written at offsets only: its own is its start.
  package var descriptor: Int32 { file.rawValue }

  /// - Parameter folder: `nil` for the system's folder for temporary files.
  package init(in folder: String? = nil) throws(OperationError) {
    let folder = folder ?? TemporaryFolder.parent
    // `mkstemp` replaces the six letters, so that the name is new.
    var path = Array("\(folder)/registry.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else {
      throw OperationError(SystemCall.error, "cannot create a file in '\(folder)'")
    }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = FileDescriptor(rawValue: descriptor)
  }

  /// A file with these bytes.
  package convenience init(_ bytes: [UInt8]) throws(OperationError) {
    try self.init()
    _ = try append(bytes)
  }

  deinit {
    try? file.close()
  }

  /// Returns the position of the bytes.
  package func append(_ bytes: [UInt8]) throws(OperationError) -> Range<Int> {
    try end.withLock { (end) throws(OperationError) in
      let start = end
      _ = try OperationError.during("cannot write a temporary file") {
        try file.writeAll(toAbsoluteOffset: Int64(start), bytes)
      }
      end += bytes.count
      return start..<end
    }
  }

  /// The bytes of a range that ``append(_:)`` returned.
  ///
  /// - Throws: ``OperationError`` if the file ends before the range does.
  package func read(_ range: Range<Int>) throws(OperationError) -> [UInt8] {
    let bytes = try file.bytes(range)
    guard bytes.count == range.count else {
      throw OperationError(.inputOutput, "a temporary file was cut short")
    }
    return bytes
  }
}

extension FileDescriptor {
  /// The bytes of a range of the file; fewer only at its end.
  func bytes(_ range: Range<Int>) throws(OperationError) -> [UInt8] {
    try OperationError.during("cannot read a file") {
      try unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
        while filled < range.count {
          let rest = unsafe UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[filled...])
          )
          let count = try unsafe read(
            fromAbsoluteOffset: Int64(range.lowerBound + filled),
            into: rest
          )
          if count == 0 { break }
          filled += count
        }
      }
    }
  }
}

/// A folder that only this account can read, which is removed with this value.
package struct TemporaryFolder: ~Copyable {
  /// The path of the folder.
  package let path: String

  /// Creates a folder in the system's folder for temporary files.
  package init() throws(OperationError) {
    // The six letters are replaced, so that the name is new.
    var template = Array("\(Self.parent)/registry.XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else {
      throw OperationError(SystemCall.error, "cannot create a folder in '\(Self.parent)'")
    }
    path = unsafe String(cString: made)
  }

  deinit {
    try? LocalFile.removeAll(path)
  }

  /// The system's folder for temporary files.
  static var parent: String {
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }
}
