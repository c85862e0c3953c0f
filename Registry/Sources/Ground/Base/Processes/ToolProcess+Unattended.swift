import CLibrary

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
  ///   - file: What it reads on standard input, in place of ``input``.
  package func runUnattended(
    limit: Duration,
    total: Duration? = nil,
    reading file: TemporaryFile? = nil
  ) throws(OperationError) -> UnattendedOutcome {
    let start = ContinuousClock.now
    let feed = try input.map { input throws(OperationError) in try InputPipe(input) }
    let (output, errors) = (try OutputPipe(), try OutputPipe())
    var watch = ToolInterruption()
    let child = try spawn(
      Streams(
        input: file?.descriptor ?? feed?.reading,
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
