package import Errors
import Files

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
  /// - Parameters:
  ///   - limit: A tool that prints nothing for longer is killed, with all that it started.
  ///   - total: So is one that has not ended by then; `nil` for no such limit.
  package func runUnattended(
    limit: Duration,
    total: Duration? = nil
  ) throws(OperationError) -> UnattendedOutcome {
    let start = ContinuousClock.now
    let feed = try input.map { input throws(OperationError) in try InputPipe(input) }
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
    let deadline = total.map { start + $0 }
    guard let texts = OutputPipe.readAll([output, errors], silence: limit, until: deadline) else {
      Self.killSession(of: child)
      // Reaps it, and delivers a signal that arrived in the meantime.
      _ = try? end(of: child, &watch)
      let limit = min(limit, total ?? limit)
      throw OperationError(.unreachable, "no answer within \(limit.components.seconds) s")
    }
    return UnattendedOutcome(
      status: try end(of: child, &watch),
      output: texts[0],
      errors: texts[1]
    )
  }
}

extension ToolProcess {
  /// Kills a tool that leads a session, with all that it started, also in groups of their own.
  private static func killSession(of leader: pid_t) {
    kill(-leader, SIGKILL)
    for process in processes where process != leader && getsid(process) == leader {
      kill(process, SIGKILL)
    }
  }

  private static var processes: [pid_t] {
    #if canImport(Darwin)
      // Room for those that start in between.
      var processes = [pid_t](repeating: 0, count: Int(proc_listallpids(nil, 0)) + 64)
      let size = Int32(processes.count * MemoryLayout<pid_t>.size)
      return Array(processes.prefix(Int(max(proc_listallpids(&processes, size), 0))))
    #else
      return ((try? LocalFile.names(in: "/proc")) ?? []).compactMap { pid_t($0) }
    #endif
  }
}

extension OutputPipe {
  /// All that comes from several pipes until the last writer of each has gone; `nil` as soon as
  /// none of them had anything for so long, or at the deadline.
  fileprivate static func readAll(
    _ pipes: [OutputPipe],
    silence: Duration,
    until deadline: ContinuousClock.Instant?
  ) -> [String]? {
    var texts = pipes.map { _ in [UInt8]() }
    var open = Set(pipes.indices)
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !open.isEmpty {
      let places = open.sorted()
      var files = places.map {
        pollfd(fd: pipes[$0].reading, events: Int16(POLLIN), revents: 0)
      }
      let wait = deadline.map { min(silence, ContinuousClock.now.duration(to: $0)) } ?? silence
      if wait < .zero { return nil }
      let limit = Int32(clamping: Int64(wait / .milliseconds(1)))
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
