/// Why a program could not be run, or did not do what it was run for.
package struct ProcessError: Error, Hashable, Sendable {
  package let code: Code
  /// A lower-case fragment without a full stop.
  package let message: String
  /// What the person can do, where there is something.
  package let help: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension ProcessError {
  /// The kind of failure; more may be added, so a `switch` over it needs a `default`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no `swift` to run.
    package static let noToolchain = Code(rawValue: "no-toolchain")
    /// A program of the system that is not there.
    package static let noProgram = Code(rawValue: "no-program")
    /// A program that was ended by a signal, or could not be spoken to.
    package static let toolEnded = Code(rawValue: "tool-ended")
    /// The git program, which said why.
    package static let gitFailed = Code(rawValue: "git-failed")
    /// A program that git runs on the content of files.
    package static let filterFailed = Code(rawValue: "filter-failed")
    /// A server, or a program, that gave no answer.
    package static let unreachable = Code(rawValue: "unreachable")
  }
}

extension ProcessError: CustomStringConvertible {
  package var description: String {
    help.map { "\(message)\nhelp: \($0)" } ?? message
  }
}
