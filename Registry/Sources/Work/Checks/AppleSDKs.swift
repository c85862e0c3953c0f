import Base
import Model
import Synchronization

/// The SDKs of the Xcode that is selected, each looked up once in a run.
final class AppleSDKs: Sendable {
  private let known = Mutex<[String: String]>([:])

  /// - Parameter name: As `xcrun` takes it, such as `iphonesimulator`.
  /// - Throws: ``OperationError/Code/platformUnavailable`` if it is not installed.
  func path(of name: String) throws(OperationError) -> String {
    if let path = known.withLock({ $0[name] }) { return path }
    let outcome = try? ToolProcess(
      program: "xcrun",
      arguments: ["--sdk", name, "--show-sdk-path"]
    ).run()
    let path = outcome?.output.split(whereSeparator: \.isNewline).last.map(String.init)
    guard outcome?.status == 0, let path, path.hasPrefix("/") else {
      throw OperationError(
        .platformUnavailable,
        "'xcrun' finds no SDK '\(name)'",
        help: "install Xcode with this platform, and select it with 'xcode-select'"
      )
    }
    known.withLock { $0[name] = path }
    return path
  }
}
