import Apps
import Base
import Model

/// The stock `swift`, which this process turns into: terminal, signals and exit status are then its
/// own, with no process in between.
struct PackageManager {
  let layout: Sync.Result

  /// Never returns, unless there is no such program.
  func become(_ verb: String, _ arguments: [String]) throws -> Never {
    try checkIsPackage()
    let reason = CurrentProcess.become("swift", [verb] + place + arguments)
    throw OperationError(
      .noToolchain,
      "cannot start 'swift': \(reason)",
      help: ToolProcess.toolchainHelp
    )
  }

  /// Runs it to its end, and returns its exit status.
  ///
  /// - Parameter isBeside: Whether its output is no result of this run.
  func run(_ verb: String, _ arguments: [String], isBeside: Bool) throws -> Int32 {
    try checkIsPackage()
    return try ToolProcess(program: "swift", arguments: [verb] + place + arguments)
      .runAttached(isBeside: isBeside)
  }

  private var place: [String] {
    ["--package-path", layout.packagePath, "--scratch-path", layout.layout.build]
  }

  /// Refuses an app that is no package, such as one with an Xcode project.
  func checkIsPackage() throws {
    let place = layout.packagePath
    guard !LocalFile.exists("\(place)/Package.swift") else { return }
    let names = try LocalFile.names(in: place).sorted()
    let workspace = names.first { $0.hasSuffix(".xcworkspace") }.map { "-workspace \($0)" }
    let project = names.first { $0.hasSuffix(".xcodeproj") }.map { "-project \($0)" }
    let command = (workspace ?? project).map { "xcodebuild \($0) …" } ?? "COMMAND"
    throw OperationError(
      .noPackage,
      "'\(layout.pinned.app)' has no Package.swift in '\(place)', so 'swift' cannot build it",
      help: "run another tool in the pinned tree: 'registry exec -- \(command)'"
    )
  }
}
