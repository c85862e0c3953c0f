#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a tool reads, all of it there before the tool starts, so that nobody waits for anybody.
final class InputPipe {
  /// In bytes; what any system's pipe holds.
  private static let most = 16 << 10

  let reading: Int32

  init(_ text: String) throws(ProcessError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.most else {
      throw ProcessError(.toolEnded, "cannot make a pipe for \(bytes.count) bytes")
    }
    let ends = try PipeEnds()
    reading = ends.reading
    let written = write(ends.writing, bytes, bytes.count)
    close(ends.writing)
    guard written == bytes.count else {
      throw ProcessError(
        .toolEnded,
        "cannot write to a pipe: \(String(cString: strerror(errno)))"
      )
    }
  }

  deinit {
    close(reading)
  }
}
