package import Errors
import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Bytes that are needed rarely, in a file without a name: they take no memory, and the file ends
/// with the process.
package struct TemporaryFile: ~Copyable {
  private let file: FileDescriptor
  /// The number of appended bytes.
  package private(set) var size = 0

  package init() throws(OperationError) {
    let folder = TemporaryFolder.parent
    // `mkstemp` replaces the six letters, so that the name is new.
    var path = Array("\(folder)/registry-server.XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw OperationError(SystemCall.error, "cannot create a file in '\(folder)'")
    }
    unlink(path)
    file = FileDescriptor(rawValue: descriptor)
  }

  deinit {
    try? file.close()
  }

  /// Returns the position of the bytes.
  package mutating func append(_ bytes: [UInt8]) throws(OperationError) -> Range<Int> {
    let start = size
    _ = try OperationError.during("cannot write a temporary file") {
      try file.writeAll(toAbsoluteOffset: Int64(start), bytes)
    }
    size += bytes.count
    return start..<size
  }

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
      try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
        while filled < range.count {
          let rest = UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[filled...])
          )
          let count = try read(
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
