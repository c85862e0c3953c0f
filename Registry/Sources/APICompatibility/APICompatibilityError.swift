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
  /// The kind of failure, open for further ones.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no `swift` to run.
    package static let noToolchain = Code(rawValue: "noToolchain")
    /// A program of the system that is not there.
    package static let noProgram = Code(rawValue: "noProgram")
    /// A toolchain that comes without the tool that reads interfaces.
    package static let noDigester = Code(rawValue: "noDigester")
    /// The digester failed, or said what is not understood.
    package static let digesterFailed = Code(rawValue: "digesterFailed")
    package static let buildFailed = Code(rawValue: "buildFailed")
    package static let testsFailed = Code(rawValue: "testsFailed")
    /// A tool that was ended by a signal.
    package static let toolEnded = Code(rawValue: "toolEnded")
  }
}
