import CLibrary

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

  /// All that comes from several pipes until the last writer of each has gone.
  ///
  /// - Parameters:
  ///   - silence: How long all of them may have nothing; `nil` for ever.
  ///   - line: Gets each line of the first one at once.
  /// - Returns: `nil` after such a silence, and at the deadline.
  static func readAll(
    _ pipes: [OutputPipe],
    silence: Duration? = nil,
    until deadline: ContinuousClock.Instant? = nil,
    _ line: (Substring) -> Void = { _ in }
  ) -> [String]? {
    var texts = pipes.map { _ in [UInt8]() }
    var open = Set(pipes.indices)
    var said = 0
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !open.isEmpty {
      let places = open.sorted()
      var files = places.map {
        pollfd(fd: pipes[$0].reading, events: Int16(POLLIN), revents: 0)
      }
      let waits = [silence, deadline.map { ContinuousClock.now.duration(to: $0) }]
      let wait = waits.compactMap(\.self).min()
      if let wait, wait < .zero { return nil }
      let limit = wait.map { max(Int32(clamping: Int64($0 / .milliseconds(1))), 1) } ?? -1
      let count = unsafe poll(&files, nfds_t(files.count), limit)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      for (file, place) in zip(files, places) where file.revents != 0 {
        let count = unsafe read(file.fd, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          open.remove(place)
          continue
        }
        var new = texts[place].count
        texts[place] += buffer[..<count]
        while place == 0, let end = texts[0][new...].firstIndex(of: UInt8(ascii: "\n")) {
          line(Substring(decoding: texts[0][said..<end], as: UTF8.self))
          (said, new) = (end + 1, end + 1)
        }
      }
    }
    return texts.map { String(decoding: $0, as: UTF8.self) }
  }
}
