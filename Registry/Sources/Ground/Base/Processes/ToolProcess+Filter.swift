import CLibrary

extension ToolProcess {
  /// Runs it with a file as its standard input and another as its standard output; it may ask a
  /// person in the terminal meanwhile.
  ///
  /// - Parameters:
  ///   - input: `nil` for nothing.
  ///   - output: Created or replaced.
  ///   - limit: A tool that takes longer is killed.
  /// - Returns: Its status and its standard error.
  package func runAsFilter(
    input: String?,
    output: String,
    limit: Duration
  ) throws(OperationError) -> Outcome {
    let deadline = ContinuousClock.now + limit
    let reading = try input.map { path throws(OperationError) in try openFile(path, O_RDONLY) }
    defer { if let reading { close(reading) } }
    let writing = try openFile(output, O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(writing) }
    let pipe = try OutputPipe()
    var watch = ToolInterruption()
    let child = try spawn(
      Streams(input: reading, output: writing, errors: pipe.writing, sharesTerminal: true)
    )
    watch.watch(child, leadsGroup: false)
    pipe.closeWriting()
    guard let text = OutputPipe.readAll([pipe], until: deadline)?[0],
      let status = Self.status(of: child, by: deadline)
    else {
      kill(child, SIGKILL)
      // Nothing is left running, and what interrupted it is delivered.
      _ = try? end(of: child, &watch)
      throw OperationError(
        .toolEnded,
        "'\(program)' did not finish within \(limit.components.seconds) s"
      )
    }
    return Outcome(status: try end(of: child, status, &watch), output: text)
  }

  /// The status of a process that has closed its output; `nil` if it still runs when the time is over.
  private static func status(of child: pid_t, by deadline: ContinuousClock.Instant) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, WNOHANG)
      if ended == child { return status }
      if ended < 0, errno != EINTR { return nil }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(1000)
    }
  }

  private func openFile(_ path: String, _ flags: Int32) throws(OperationError) -> Int32 {
    let file = unsafe open(path, flags | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .lastCall("cannot open '\(path)'") }
    return file
  }
}
