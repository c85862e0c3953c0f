/// Why a version, a requirement or a name was refused.
package struct VersioningError: Error, Hashable, Sendable {
  /// The kind of refusal; more may be added, so a `switch` over it needs a `default`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let invalidVersion = Code(rawValue: "invalid-version")
    package static let versionTooLong = Code(rawValue: "version-too-long")
    package static let invalidPrerelease = Code(rawValue: "invalid-prerelease")
    package static let noIncrement = Code(rawValue: "no-increment")
    package static let unsatisfiableRequirement = Code(rawValue: "unsatisfiable-requirement")
    package static let invalidName = Code(rawValue: "invalid-name")
  }

  package let code: Code
  /// A lower-case fragment that names the offending value in single quotes.
  package let message: String
  /// What the person can do, where there is something.
  package let help: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension VersioningError: CustomStringConvertible {
  package var description: String {
    guard let help else { return message }
    return "\(message)\nhelp: \(help)"
  }
}
