/// Why an archive from elsewhere is not taken.
package struct UnpackingError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// No zip archive, or a damaged one.
    case damaged
    case tooLarge
    /// A name that is not the same everywhere, or that leads out.
    case invalidPath
    /// Neither a file nor a folder, or one that cannot be stored as it is.
    case unsupportedEntry
  }

  package let code: Code
  /// A lower-case fragment with the offending value in single quotes.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
