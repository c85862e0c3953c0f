public import Subprocess
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A built program, run as a person would run it, in an environment of its own.
public struct Program: Sendable {
  /// How a run ended.
  public struct Run: Sendable {
    /// Exit status, or the signal that ended it.
    public let termination: TerminationStatus
    /// All of standard output.
    public let output: String
    /// All of standard error.
    public let error: String

    /// The exit status; nil where a signal ended the program.
    public var status: Int? {
      if case .exited(let code) = termination { Int(code) } else { nil }
    }

    /// The signal that ended the program; nil where it exited.
    public var signal: Int? {
      if case .signaled(let code) = termination { Int(code) } else { nil }
    }
  }

  /// All tests run beside each other, and with hundreds of programs at once Foundation crashes: where
  /// more than 1,300 files are open, it reads too much of the list of them.
  private static let turnstile = Turnstile(places: 32)

  private let path: String
  private let environment: [String: String]
  private let folder: String

  /// Describes a program beside the running tests.
  ///
  /// - Parameters:
  ///   - name: the product's name, or the path of another program.
  ///   - folder: its working directory and home.
  ///   - environment: all of its environment, beside `HOME`, `PATH`, and a fixed locale.
  public init(_ name: String, in folder: String, environment: [String: String] = [:]) {
    path = name.hasPrefix("/") ? name : BuiltProducts.programs + "/" + name
    self.folder = folder
    self.environment = environment.merging([
      "HOME": folder,
      "PATH": "\(BuiltProducts.programs):/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
    ]) { given, _ in given }
  }

  /// Runs the program to its end; a `switch` may end it earlier.
  ///
  /// One that takes a quarter of an hour waits for something that does not come: it is killed, and
  /// the run fails.
  public func run(
    _ arguments: [String],
    input: String = "",
    killSwitch: KillSwitch? = nil
  ) async throws -> Run {
    let all = environment.merging(killSwitch?.environment ?? [:]) { _, preload in preload }
    let variables = all.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
    let result = try await Self.turnstile.pass {
      try await Self.withinLimit {
        try await Subprocess.run(
          .path(FilePath(path)),
          arguments: Arguments(arguments),
          environment: .custom(Dictionary(uniqueKeysWithValues: variables)),
          workingDirectory: FilePath(folder),
          input: .string(input),
          output: .string(limit: 16 << 20),
          error: .string(limit: 16 << 20)
        )
      }
    }
    return Run(
      termination: result.terminationStatus,
      output: result.standardOutput,
      error: result.standardError
    )
  }

  private static let limit = Duration.seconds(900)

  private static func withinLimit<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let result = try await group.next() ?? nil else { throw TimedOut() }
      return result
    }
  }
}

/// A program took longer than any test waits for.
struct TimedOut: Error {}
