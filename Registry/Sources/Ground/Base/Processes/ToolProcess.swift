import CLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program of the toolchain or of the system, run without a shell, and ended with this process.
package struct ToolProcess {
  package let program: String
  package let arguments: [String]
  /// What it reads on standard input; a few kilobytes at most.
  package var input: String?
  /// Variables that it has beside those of this process, or in place of them.
  package var environment: [String: String] = [:]
  /// Variables of this process that it does not have.
  package var removedVariables: [String] = []
  /// The variables of this process that it has; `nil` for all.
  package var inherited: Set<String>?
  /// `nil` for no limits; a program with limits is named by its absolute path.
  package var confinement: Confinement?
  private let whenMissing: (code: OperationError.Code, help: String)

  /// A program of the toolchain.
  package init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
    whenMissing = (.noToolchain, Self.toolchainHelp)
  }

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

  package struct Outcome {
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

  /// What a tool reads and writes.
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
