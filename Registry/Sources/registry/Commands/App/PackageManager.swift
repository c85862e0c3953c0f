import Layout
import Processes
import Workspace

/// The stock `swift`, which this process turns into: terminal, signals and exit status are then its
/// own, with nobody in between.
struct PackageManager {
  private let layout: Sync.Result

  init(_ layout: Sync.Result) {
    self.layout = layout
  }

  /// Never returns, unless there is no such program.
  func become(_ verb: String, _ arguments: [String]) throws -> Never {
    let place = ["--package-path", layout.packagePath, "--scratch-path", layout.layout.build]
    let reason = CurrentProcess.become("swift", [verb] + place + arguments)
    throw OperationError(
      .noToolchain,
      "cannot start 'swift': \(reason)",
      help: ToolProcess.toolchainHelp
    )
  }
}
