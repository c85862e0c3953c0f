import Errors

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The output of a tool, read by this process.
final class OutputPipe {
  let reading: Int32
  /// Negative once it is closed.
  private(set) var writing: Int32

  init() throws(OperationError) {
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

  /// All that comes until the last writer has gone, or the time is over; `line` gets each line at
  /// once.
  func readAll(
    until deadline: ContinuousClock.Instant? = nil,
    _ line: (Substring) -> Void = { _ in }
  ) -> String {
    var bytes: [UInt8] = []
    var said = 0
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while deadline.map(hasInput) ?? true {
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

  /// Waits for output, or for the end of all output.
  private func hasInput(by deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
      var file = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      let count = poll(&file, 1, Int32(min(rest.milliseconds, 1_000_000)))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
      if rest == .zero { return false }
    }
  }
}

extension Duration {
  /// Rounded up.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 + 1
  }
}
