import CLibrary
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program of the toolchain or of the system, run without a shell, and ended with this process.
package struct ToolProcess {
  package let program: String
  package let arguments: [String]
  /// The text that it reads on standard input, a few kilobytes at most; `nil` for nothing.
  package var input: String?
  /// Variables that it has beside those of this process, or in place of them.
  package var environment: [String: String] = [:]
  /// Variables of this process that it does not have.
  package var removedVariables: [String] = []
  /// The variables of this process that it has; `nil` for all.
  package var inherited: Set<String>?
  /// The limits of the program, which is then named by its absolute path; `nil` for none.
  package var confinement: Confinement?
  private let whenMissing: (code: OperationError.Code, help: String)

  /// A program of the toolchain.
  package init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
    whenMissing = (.noToolchain, Self.toolchainHelp)
  }

  /// The help for a machine without a Swift toolchain.
  package static let toolchainHelp =
    "install a toolchain from swift.org, and check that 'swift' is on the PATH"

  /// A program of the system.
  ///
  /// - Parameter need: What it is installed for.
  package init(program: String, arguments: [String], need: String) {
    self.program = program
    self.arguments = arguments
    whenMissing = (.noProgram, "install '\(program)', \(need)")
  }

  /// The result of a tool that ended by itself.
  package struct Outcome {
    /// The exit status.
    package let status: Int32
    /// Standard output and standard error, as they came.
    package let output: String
  }

  /// Runs it to its end.
  ///
  /// - Parameter line: Gets each line of output as it comes.
  package func run(
    _ line: (Substring) -> Void = { _ in }
  ) throws(OperationError) -> Outcome {
    let pipe = try OutputPipe()
    let feed = try input.map { input throws(OperationError) in try InputPipe(input) }
    var watch = ToolInterruption()
    let child = try spawn(
      Streams(input: feed?.reading, output: pipe.writing, errors: pipe.writing)
    )
    watch.watch(child)
    pipe.closeWriting()
    let output = OutputPipe.readAll([pipe], line)?[0] ?? ""
    return Outcome(status: try end(of: child, &watch), output: output)
  }

  /// Runs it to its end with this process's own standard output and standard error, and returns its
  /// exit status.
  ///
  /// - Parameter isBeside: Whether its output is no result of this process, and goes to standard error.
  package func runAttached(isBeside: Bool = false) throws(OperationError) -> Int32 {
    var watch = ToolInterruption()
    let child = try spawn(Streams(output: isBeside ? STDERR_FILENO : nil))
    watch.watch(child)
    return try end(of: child, &watch)
  }

  func end(
    of child: pid_t,
    _ watch: inout ToolInterruption
  ) throws(OperationError) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    return try end(of: child, status, &watch)
  }

  func end(
    of child: pid_t,
    _ status: Int32,
    _ watch: inout ToolInterruption
  ) throws(OperationError) -> Int32 {
    // What ended the tool is to end this process too, now that nothing is left running.
    watch.deliver()
    let signal = status & 0x7F
    guard signal == 0 else {
      throw OperationError(.toolEnded, "'\(program)' was terminated by signal \(signal)")
    }
    return (status >> 8) & 0xFF
  }

  /// The file descriptors that a tool reads and writes.
  struct Streams {
    /// `nil` for nothing.
    var input: Int32?
    /// `nil` for this process's own.
    var output: Int32?
    var errors: Int32?
    /// Whether it may ask a person in the terminal, as only the group of this process may.
    var sharesTerminal = false
    /// Whether it has no terminal at all, so that nothing it starts can ask a person.
    var hasNoTerminal = false
  }

  #if canImport(Darwin)
    private static let ownSession = POSIX_SPAWN_SETSID
  #else
    /// `POSIX_SPAWN_SETSID`, which Glibc declares for C alone.
    private static let ownSession: Int32 = 0x80
  #endif

  func spawn(_ streams: Streams) throws(OperationError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    if let input = streams.input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if let output = streams.output { unsafe posix_spawn_file_actions_adddup2(&actions, output, 1) }
    if let errors = streams.errors { unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2) }
    // A group of its own, so that a signal reaches it once, also one from a terminal; and one that it
    // cannot have been told to ignore, as jobs in the background are.
    let group =
      streams.hasNoTerminal
      ? Self.ownSession : streams.sharesTerminal ? 0 : POSIX_SPAWN_SETPGROUP
    let flags = group | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGTERM] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var child: pid_t = 0
    let environment = ProcessInfo.processInfo.environment
      .filter { inherited?.contains($0.key) ?? true }
      .filter { !removedVariables.contains($0.key) }
      .merging(self.environment) { $1 }
      .map { "\($0)=\($1)" }
    let nothing = unsafe confinement == nil ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    let failure = unsafe withPointers([program] + arguments) { arguments in
      unsafe withPointers(environment) { environment in
        PipeEnds.starting {
          guard let confinement else {
            return unsafe posix_spawnp(
              &child,
              program,
              &actions,
              &attributes,
              arguments,
              environment
            )
          }
          return unsafe withPointers(confinement.readable) { readable in
            unsafe confinement.spawn(
              program,
              [streams.input ?? nothing, streams.output ?? 1, streams.errors ?? 2],
              &child,
              arguments: arguments,
              environment: environment,
              readable
            )
          }
        }
      }
    }
    guard failure == 0 else {
      let reason = unsafe String(cString: strerror(failure))
      throw OperationError(
        whenMissing.code,
        "cannot start '\(program)': \(reason.prefix(1).lowercased())\(reason.dropFirst())",
        help: whenMissing.help
      )
    }
    return child
  }

  private func withPointers<Result>(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers + [nil])
  }
}

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

extension ToolProcess {
  /// The result of a tool that ran without a terminal.
  package struct UnattendedOutcome: Sendable {
    /// The exit status.
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

/// The standard input of a tool, written completely before the tool starts, so that neither process
/// waits for the other.
final class InputPipe {
  /// In bytes; what any system's pipe holds.
  private static let most = 16 << 10

  let reading: Int32

  init(_ text: String) throws(OperationError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.most else {
      throw OperationError(.toolEnded, "cannot create a pipe for \(bytes.count) bytes")
    }
    let ends = try PipeEnds()
    reading = ends.reading
    defer { close(ends.writing) }
    guard unsafe write(ends.writing, bytes, bytes.count) == bytes.count else {
      throw .lastCall("cannot write to a pipe")
    }
  }

  deinit {
    close(reading)
  }
}

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

/// Both ends of a pipe, which no program inherits that was not given them.
///
/// A pipe cannot be made like this in one call on every system, so that no program is started while
/// one is made.
struct PipeEnds {
  private static let making = Mutex<Void>(())

  let reading: Int32
  let writing: Int32

  init() throws(OperationError) {
    var ends: [Int32] = [-1, -1]
    try Self.making.withLock { _ throws(OperationError) in
      guard unsafe pipe(&ends) == 0 else { throw .lastCall("cannot create a pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Starts a program while no pipe is made.
  static func starting<Result: Sendable>(_ start: () -> Result) -> Result {
    making.withLock { _ in start() }
  }
}
