#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The toolchain of a `swift`, as it prints it; a manager of toolchains prints the one that it
/// starts.
package struct ToolchainInformation: Hashable, Sendable {
  /// The version in the compiler's own words.
  package let version: String
  /// The target triple of this machine, such as `x86_64-unknown-linux-gnu`.
  package let triple: String
  /// The absolute path of the folder of its programs.
  package let programs: String

  /// Runs a `swift` to ask for its toolchain.
  ///
  /// - Throws: ``OperationError`` if it cannot be run, or does not print its toolchain.
  package init(of swift: String = "swift") throws(OperationError) {
    let outcome = try ToolProcess(program: swift, arguments: ["-print-target-info"]).run()
    struct Answer: Decodable {
      struct Target: Decodable { let triple: String }
      struct Paths: Decodable { let runtimeResourcePath: String }
      let compilerVersion: String
      let target: Target
      let paths: Paths
    }
    let decoder = JSONDecoder()
    guard outcome.status == 0,
      let answer = try? decoder.decode(Answer.self, from: Data(outcome.output.utf8))
    else {
      throw OperationError(
        .noToolchain,
        "'\(swift)' does not print the version of its toolchain",
        help: ToolProcess.toolchainHelp
      )
    }
    version = answer.compilerVersion
    triple = answer.target.triple
    // Resources lie in `usr/lib/swift`, programs in `usr/bin`.
    let folder = answer.paths.runtimeResourcePath.split(separator: "/").dropLast(2)
    programs = "/" + folder.joined(separator: "/") + "/bin"
  }
}
