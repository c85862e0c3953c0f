package import Processes

/// Why interfaces could not be compared, or a package could not be built.
package struct APICompatibilityError: Error, Hashable, Sendable {
  package let code: Code
  /// A lower-case fragment without a full stop, with the tool's own words on lines of their own.
  package let message: String
  /// What the person can do, where there is something.
  package let help: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension APICompatibilityError {
  package init(_ error: ProcessError) {
    self.init(Code(rawValue: error.code.rawValue), error.message, help: error.help)
  }
}

extension APICompatibilityError {
  /// The kind of failure, open for further ones.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let noToolchain = Code(rawValue: "no-toolchain")
    /// A toolchain that comes without the tool that reads interfaces.
    package static let noDigester = Code(rawValue: "no-digester")
    /// The digester failed, or said what is not understood.
    package static let digesterFailed = Code(rawValue: "digester-failed")
    package static let buildFailed = Code(rawValue: "build-failed")
    package static let testsFailed = Code(rawValue: "tests-failed")
  }
}

extension ToolProcess {
  /// Runs a tool of the toolchain to its end.
  func output(
    _ line: (Substring) -> Void = { _ in }
  ) throws(APICompatibilityError) -> Outcome {
    do throws(ProcessError) {
      return try run(line)
    } catch {
      throw APICompatibilityError(error)
    }
  }
}
