#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a tool writes to, and this process reads from.
final class OutputPipe {
  private var ends: [Int32] = [-1, -1]

  init() throws(APICompatibilityError) {
    guard pipe(&ends) == 0 else {
      throw APICompatibilityError(
        .toolEnded,
        "cannot make a pipe: \(String(cString: strerror(errno)))"
      )
    }
    // No other program that is started meanwhile may hold it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    for end in ends where end >= 0 { close(end) }
  }

  var writing: Int32 { ends[1] }

  func closeWriting() {
    close(ends[1])
    ends[1] = -1
  }

  /// All that comes until the last writer has gone; `line` gets each line at once.
  func readAll(_ line: (Substring) -> Void) -> String {
    var bytes: [UInt8] = []
    var said = 0
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      while let end = bytes[said...].firstIndex(of: UInt8(ascii: "\n")) {
        line(Substring(decoding: bytes[said..<end], as: UTF8.self))
        said = end + 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
