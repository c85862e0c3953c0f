/// The fault of a text that is not a version, a requirement or a name.
public struct VersionError: Error, Hashable, Sendable {
  /// The kind of fault.
  ///
  /// A struct rather than an enum, because a later version may add one.
  public struct Code: Hashable, Sendable {
    /// The code in words with hyphens, such as `invalid-version`.
    public let rawValue: String

    /// A text that is not a version in the canonical form.
    public static let invalidVersion = Code(rawValue: "invalid-version")
    /// A version of more than ``SemanticVersion/maximumLength`` bytes.
    public static let versionTooLong = Code(rawValue: "version-too-long")
    /// A label of a pre-release with an identifier that cannot be one.
    public static let invalidPrerelease = Code(rawValue: "invalid-prerelease")
    /// A text that is not a name in the grammar of SE-0292.
    public static let invalidName = Code(rawValue: "invalid-name")
    /// A range that contains no version.
    public static let unsatisfiableRequirement = Code(rawValue: "unsatisfiable-requirement")
  }

  /// The kind of fault.
  public let code: Code
  /// The message: a lower-case fragment without a full stop, with the offending value in single
  /// quotes.
  public let message: String
  /// The correction, if one is likely.
  public let help: String?

  init(_ code: Code, _ message: String, help: String? = nil) {
    (self.code, self.message, self.help) = (code, message, help)
  }
}

extension VersionError: CustomStringConvertible {
  /// The message, and a second line `help: …` if there is help.
  public var description: String { help.map { "\(message)\nhelp: \($0)" } ?? message }
}

/// Returns `text` in single quotes, fit for a terminal.
///
/// Control and invisible characters are escaped, and the text is cut after 80 characters, since it
/// may come from anyone.
public func quoted(_ text: some StringProtocol) -> String {
  let limit = 80
  var quoted = "'"
  for (index, scalar) in text.unicodeScalars.enumerated() {
    guard index < limit else { return quoted + "…'" }
    if scalar.isVisible {
      quoted.unicodeScalars.append(scalar)
    } else {
      quoted += scalar.escaped(asASCII: true)
    }
  }
  return quoted + "'"
}

extension Unicode.Scalar {
  /// Whether a terminal shows the scalar as a character, rather than obeying it or leaving it out.
  public var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
