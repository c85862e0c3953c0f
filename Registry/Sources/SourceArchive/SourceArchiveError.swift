/// Why a set of entries has no archive.
package struct SourceArchiveError: Error, Hashable, Sendable {
  /// The kind of refusal, open for further ones.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// A word in camel case that stays the same for ever.
    package let rawValue: String

    /// Makes a code of this module or of a later version of it.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A path that could not be unpacked safely and alike everywhere.
    package static let invalidPath = Code(rawValue: "invalidPath")

    /// Two paths that are one on some file system.
    package static let collision = Code(rawValue: "collision")

    /// A symbolic link that leaves the archive, or could.
    package static let invalidLink = Code(rawValue: "invalidLink")

    /// More entries or bytes than the limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
  }

  /// What a program can tell refusals apart by.
  package let code: Code

  /// A fragment in lower case that names the offending value.
  package let message: String

  /// What the person can do about it, where there is something.
  package let help: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension SourceArchiveError: CustomStringConvertible {
  /// The message, and the help on a line of its own.
  package var description: String {
    help.map { "\(message)\nhelp: \($0)" } ?? message
  }
}
