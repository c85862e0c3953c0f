package import Base
import SemverRules
import Synchronization

/// The `swift` that is on the path, asked once what it is.
package struct Toolchain: Hashable, Sendable {
  /// The version in the compiler's own words.
  package let version: String
  /// The target triple of this machine, such as `x86_64-unknown-linux-gnu`.
  package let triple: String
  /// The absolute path of its programs' folder.
  package let programs: String

  /// Asks `swift` for its toolchain; a manager of toolchains is asked for the one that it starts.
  package init(swift: String = "swift") throws(OperationError) {
    let information = try ToolchainInformation(of: swift)
    version = information.version
    triple = information.triple
    programs = information.programs
  }

  var swift: String { "\(programs)/swift" }
}

/// A platform that a package is built for, as the package manager takes it.
package struct BuildTarget: Hashable, Sendable {
  /// The name of the platform; `nil` for the system that this program runs on.
  package let name: String?
  /// The arguments of `swift build`.
  package let arguments: [String]
  /// Whether tests that are built for it can run here.
  package let runsHere: Bool
  /// The platform of an Apple system other than the host's, such as `iOS`; `nil` elsewhere.
  package let applePlatform: String?

  /// The system that this program runs on.
  package static let host = BuildTarget(named: nil, arguments: [], runsHere: true)

  package init(
    named name: String?,
    arguments: [String],
    runsHere: Bool,
    applePlatform: String? = nil
  ) {
    (self.name, self.arguments, self.runsHere) = (name, arguments, runsHere)
    self.applePlatform = applePlatform
  }

  /// Whether its arguments say which traits of the package are on.
  package var choosesTraits: Bool {
    arguments.contains { argument in
      ["--traits", "--enable-all-traits", "--disable-default-traits"].contains {
        argument == $0 || argument.hasPrefix("\($0)=")
      }
    }
  }

  /// The platform as it follows a verb: ` for ios`; empty for the host.
  package var words: String { name.map { " for \($0)" } ?? "" }
}

extension Toolchain {
  /// Returns the values that the compiler's output depends on besides sources and arguments.
  package func surroundings() throws -> [String] {
    let variables = [
      "C_INCLUDE_PATH", "CC", "CPATH", "CPLUS_INCLUDE_PATH", "CXX", "LIBRARY_PATH",
      "PKG_CONFIG_PATH", "SDKROOT", "SWIFT_EXEC",
    ]
    #if os(macOS)
      let system = CurrentProcess.systemVersion
    #else
      // The kernel's version, which says nothing of headers and libraries, differs between hosts of
      // one container.
      let system = String(decoding: try LocalFile.read("/etc/os-release") ?? [], as: UTF8.self)
    #endif
    return [version, triple, programs, system]
      + variables.map { "\($0)=\(CurrentProcess.variable($0) ?? "")" }
  }
}

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
