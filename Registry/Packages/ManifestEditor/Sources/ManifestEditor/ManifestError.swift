/// The fault of a manifest, of what running one printed, or of edits.
public struct ManifestError: Error, Hashable, Sendable {
  /// The kind of fault.
  ///
  /// A struct rather than an enum, because a later version may add one.
  public struct Code: Hashable, Sendable {
    /// The code in words with hyphens, such as `invalid-tools-version`.
    public let rawValue: String

    /// A text that is not a manifest, or one made to exhaust the parser.
    public static let malformed = Code(rawValue: "malformed")
    /// A text without a `// swift-tools-version` line that the package manager accepts.
    public static let invalidToolsVersion = Code(rawValue: "invalid-tools-version")
    /// A path dependency whose path or name only running the manifest tells.
    public static let computedPath = Code(rawValue: "computed-path")
    /// Another part that is computed where an edit needs it to be written out.
    public static let computed = Code(rawValue: "computed")
    /// A dependency by branch or revision.
    public static let unversionedDependency = Code(rawValue: "unversioned-dependency")
    /// Unsafe flags in a target that clients of the package build.
    public static let unsafeFlags = Code(rawValue: "unsafe-flags")
    /// A text that takes too long to parse, or a process without threads to parse it on.
    public static let parserBusy = Code(rawValue: "parser-busy")
    /// A text that is not what `swift package dump-package` prints.
    public static let invalidDump = Code(rawValue: "invalid-dump")
    /// Edits that overlap, are not in ascending order or leave the text.
    public static let invalidEdits = Code(rawValue: "invalid-edits")
  }

  /// The kind of fault.
  public let code: Code
  /// The message: a lower-case fragment without a full stop, with the offending value in single
  /// quotes.
  public let message: String
  /// The correction, if one is likely.
  public let help: String?
  /// The name of the manifest, as its reader gave it; `nil` for what is not in a file.
  public let file: String?
  /// The place in the text; `nil` for all of it.
  public let position: SourcePosition?

  init(
    _ code: Code,
    _ message: String,
    at position: SourcePosition? = nil,
    help: String? = nil,
    in file: String? = nil
  ) {
    (self.code, self.message, self.help) = (code, message, help)
    (self.file, self.position) = (file, position)
  }

  static func syntaxError(at position: SourcePosition) -> ManifestError {
    ManifestError(
      .malformed,
      "syntax error",
      at: position,
      help: "'swift package dump-package' says what the compiler expects there"
    )
  }

  /// - Parameter kind: `branch` or `revision`.
  static func unversioned(_ kind: String, at position: SourcePosition) -> ManifestError {
    ManifestError(
      .unversionedDependency,
      "dependency by \(kind): a package that is released cannot depend on one that is not",
      at: position,
      help: "depend on a version of it, with 'from:' or 'exact:'"
    )
  }

  func located(in file: String) -> ManifestError {
    ManifestError(code, message, at: position, help: help, in: file)
  }
}

extension ManifestError: CustomStringConvertible {
  /// The message behind its place, such as `Package.swift:7:9: …`, and a second line `help: …` if
  /// there is help.
  public var description: String {
    let place = [file, position?.description].compactMap(\.self).joined(separator: ":")
    let line = place.isEmpty ? message : "\(place): \(message)"
    return help.map { "\(line)\nhelp: \($0)" } ?? line
  }
}
