#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The output of a tool, read by this process.
final class OutputPipe {
  private let reading: Int32
  /// Negative once it is closed.
  private(set) var writing: Int32

  init() throws(ProcessError) {
    let ends = try PipeEnds()
    (reading, writing) = (ends.reading, ends.writing)
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func closeWriting() {
    guard writing >= 0 else { return }
    close(writing)
    writing = -1
  }

  /// All that comes until the last writer has gone; `line` gets each line at once.
  func readAll(_ line: (Substring) -> Void) -> String {
    var bytes: [UInt8] = []
    var said = 0
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(reading, &buffer, buffer.count)
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
