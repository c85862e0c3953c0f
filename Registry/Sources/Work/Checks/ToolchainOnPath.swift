import Base
import SemverRules
import Synchronization

/// The toolchain of this run, looked up when it is first needed, and only once.
final class ToolchainOnPath: Sendable {
  private let found = Mutex<Toolchain?>(nil)

  /// - Parameter alternative: What a person without a toolchain can do instead of installing one;
  ///   `nil` if there is nothing.
  func get(orSkip alternative: String?) throws(OperationError) -> Toolchain {
    if let toolchain = found.withLock(\.self) { return toolchain }
    do {
      let toolchain = try Toolchain()
      found.withLock { $0 = toolchain }
      return toolchain
    } catch {
      guard error.code == .noToolchain, let help = error.help, let alternative else { throw error }
      throw OperationError(error.code, error.message, help: "\(help), or \(alternative)")
    }
  }
}
