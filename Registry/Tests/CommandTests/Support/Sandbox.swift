import Foundation
import ProgramTesting

/// A folder of one test that is its programs' home, with a monorepo in it.
struct Sandbox: Sendable {
  let folder: String
  var repository: String { folder + "/repository" }

  private static let environment = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
    // Only a slow machine prints it.
    "REGISTRY_PROGRESS": "never",
  ]

  private init(folder: String) {
    self.folder = folder
  }

  /// Lends a sandbox whose repository has packages without dependencies and the manifest that
  /// lists them, committed by Ada.
  static func with<Result>(
    _ components: [String] = ["Kitchen", "Menu"],
    _ body: (Sandbox) async throws -> Result
  ) async throws -> Result {
    try await withFolder { folder in
      let sandbox = Sandbox(folder: folder)
      try sandbox.makeMonorepo(components)
      return try await body(sandbox)
    }
  }

  /// Keeps the repository as it is now; with its times, or else git would look into every file.
  func save(_ name: String) throws {
    try Self.execute("/bin/rm", ["-rf", "\(folder)/\(name)"])
    try Self.execute("/bin/cp", ["-a", repository, "\(folder)/\(name)"])
  }

  /// Brings back what was kept, at the same place.
  func restore(_ name: String) throws {
    try Self.execute("/bin/rm", ["-rf", repository])
    try Self.execute("/bin/cp", ["-a", "\(folder)/\(name)", repository])
  }

  private static let memory = "/dev/shm"

  /// Whether folders are made in memory.
  ///
  /// Syncing is tested by what it is to prevent, and waiting for a disk proves nothing. Containers
  /// often have 64 MiB of it, and the tests take 300 together.
  private static let hasMemory: Bool = {
    let free = try? FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize]
    guard let bytes = (free as? NSNumber)?.int64Value, bytes >= 1 << 30 else { return false }
    return FileManager.default.isWritableFile(atPath: memory)
  }()

  private static func withFolder<Result>(
    _ body: (String) async throws -> Result
  ) async throws -> Result {
    let folder =
      "\(hasMemory ? memory : temporaryFolder)/registry-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
  }

  /// Runs the built program in the repository.
  @discardableResult
  func registry(
    _ arguments: String...,
    environment: [String: String] = [:],
    killSwitch: KillSwitch? = nil
  ) async throws -> Program.Run {
    try await registry(arguments, environment: environment, killSwitch: killSwitch)
  }

  @discardableResult
  func registry(
    _ arguments: [String],
    environment: [String: String] = [:],
    killSwitch: KillSwitch? = nil
  ) async throws -> Program.Run {
    try await run("registry", arguments, environment: environment, killSwitch: killSwitch)
  }

  /// Where the stock `swift` is, which the programs under test find as a person's would.
  static let toolchain = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  ]

  /// Arguments after which those of `swift build` follow: its index takes most of the time of a small
  /// build.
  static let withoutIndex = ["--", "--disable-index-store"]

  /// What a release is made with where a test is not about the toolchain, which takes its time.
  static let unchecked = ["--no-api-check", "--verify", "none"]

  /// Runs another built program in the repository; a release looks into nothing unless it says so.
  func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    killSwitch: KillSwitch? = nil
  ) async throws -> Program.Run {
    let variables = Self.environment.merging(["HOME": folder]) { $1 }.merging(environment) { $1 }
    let isUnchecked =
      ["bump", "release"].contains(arguments.first) && !arguments.contains("--verify")
    let run = try await Program(program, in: repository, environment: variables)
      .run(arguments + (isUnchecked ? Self.unchecked : []), killSwitch: killSwitch)
    if run.signal != nil { waitForPrograms() }
    return run
  }

  /// Waits for the programs that a killed one had started, which hold its lock until they have ended.
  private func waitForPrograms() {
    let file = open("\(repository)/.git/registry.lock", O_RDONLY)
    guard file >= 0 else { return }
    flock(file, LOCK_SH)
    close(file)
  }

  func write(_ content: String, to file: String) throws {
    let url = URL(filePath: repository).appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(content.utf8).write(to: url)
  }

  func read(_ file: String) throws -> String {
    try String(contentsOf: URL(filePath: repository).appending(path: file), encoding: .utf8)
  }

  /// Changes a component and commits that.
  func change(_ component: String, _ message: String = "Change") throws {
    try write(
      "// \(UUID().uuidString)\n",
      to: "Components/\(component)/Sources/\(component)/Change.swift"
    )
    try commitAll(message)
  }

  func commitAll(_ message: String = "Change") throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
  }

  /// What the git program printed, without the last line break.
  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try git(arguments)
  }

  @discardableResult
  func git(_ arguments: [String]) throws -> String {
    try Self.execute(
      "/usr/bin/git",
      ["-C", repository] + arguments,
      Self.environment.merging(["HOME": folder, "PATH": "/usr/bin:/bin"]) { $1 }
    )
  }

  private static let path = [BuiltProducts.programs, ShellTools.folder, "/usr/bin:/bin"]
    .compactMap(\.self).joined(separator: ":")

  /// Runs a script of bash's in the sandbox's folder with the built programs on the path; it stops
  /// at the first command that fails.
  @discardableResult
  func shell(_ script: String) throws -> String {
    try Self.execute(
      "/bin/bash",
      ["-euo", "pipefail", "-c", "cd '\(folder)'\n\(script)"],
      [
        "HOME": folder, "PATH": Self.path, "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1", "REGISTRY_PROGRESS": "never",
      ]
    )
  }

  /// Ends a program that takes a quarter of an hour, with all that it started: it waits for something
  /// that does not come.
  #if os(Linux)
    private static let limit = ["/usr/bin/timeout", "-k", "10", "900"]
  #else
    private static let limit: [String] = []
  #endif

  @discardableResult
  private static func execute(
    _ program: String,
    _ arguments: [String],
    _ environment: [String: String] = [:]
  ) throws -> String {
    let command = limit + [program] + arguments
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    // A file takes what would fill a pipe that is read only later.
    let complaints = FileManager.default.temporaryDirectory
      .appending(path: "registry-tests-\(UUID().uuidString).log")
    try Data().write(to: complaints)
    defer { try? FileManager.default.removeItem(at: complaints) }
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ProgramFailure(
        command: ([program] + arguments).joined(separator: " "),
        complaint: String(decoding: try printed + Data(contentsOf: complaints), as: UTF8.self)
      )
    }
    return String(decoding: printed, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\n"))
  }
}

struct ProgramFailure: Error {
  let command: String
  let complaint: String
}
