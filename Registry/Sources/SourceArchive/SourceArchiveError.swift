/// Why a set of entries has no archive.
public struct SourceArchiveError: Error, Hashable, Sendable {
  /// The kind of refusal, open for further ones.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A word in camel case that stays the same for ever.
    public let rawValue: String

    /// Makes a code of this module or of a later version of it.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A path that could not be unpacked safely and alike everywhere.
    public static let invalidPath = Code(rawValue: "invalidPath")

    /// Two paths that are one on some file system.
    public static let collision = Code(rawValue: "collision")

    /// A symbolic link that leaves the archive, or could.
    public static let invalidLink = Code(rawValue: "invalidLink")

    /// More entries or bytes than the limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
  }

  /// What a program can tell refusals apart by.
  public let code: Code

  /// A fragment in lower case that names the offending value.
  public let message: String

  /// What the person can do about it, where there is something.
  public let help: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension SourceArchiveError: CustomStringConvertible {
  /// The message, and the help on a line of its own.
  public var description: String {
    help.map { "\(message)\nhelp: \($0)" } ?? message
  }
}
