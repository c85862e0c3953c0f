#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ToolProcess {
  package struct UnattendedOutcome: Sendable {
    package let status: Int32
    /// Standard output.
    package let output: String
    /// Standard error.
    package let errors: String
  }

  /// Runs it without a terminal, so that it fails where it would ask a person.
  ///
  /// - Parameter limit: A tool that prints nothing for longer is killed, with all that it started.
  package func runUnattended(limit: Duration) throws(ProcessError) -> UnattendedOutcome {
    let feed = try input.map { input throws(ProcessError) in try InputPipe(input) }
    let (output, errors) = (try OutputPipe(), try OutputPipe())
    var watch = ToolInterruption()
    let child = try spawn(
      Streams(
        input: feed?.reading,
        output: output.writing,
        errors: errors.writing,
        hasNoTerminal: true
      )
    )
    watch.watch(child)
    output.closeWriting()
    errors.closeWriting()
    guard let texts = OutputPipe.readAll([output, errors], silence: limit) else {
      kill(-child, SIGKILL)
      // Reaps it, and delivers a signal that arrived in the meantime.
      _ = try? end(of: child, &watch)
      throw ProcessError(.unreachable, "no answer within \(limit.components.seconds) s")
    }
    return UnattendedOutcome(
      status: try end(of: child, &watch),
      output: texts[0],
      errors: texts[1]
    )
  }
}

extension OutputPipe {
  /// All that comes from several pipes until the last writer of each has gone; `nil` as soon as
  /// none of them had anything for so long.
  fileprivate static func readAll(_ pipes: [OutputPipe], silence: Duration) -> [String]? {
    var texts = pipes.map { _ in [UInt8]() }
    var open = Set(pipes.indices)
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !open.isEmpty {
      let places = open.sorted()
      var files = places.map {
        pollfd(fd: pipes[$0].reading, events: Int16(POLLIN), revents: 0)
      }
      let limit = Int32(clamping: Int64(silence / .milliseconds(1)))
      let count = poll(&files, nfds_t(files.count), max(limit, 1))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      for (file, place) in zip(files, places) where file.revents != 0 {
        let count = read(file.fd, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count > 0 { texts[place] += buffer[..<count] } else { open.remove(place) }
      }
    }
    return texts.map { String(decoding: $0, as: UTF8.self) }
  }
}
