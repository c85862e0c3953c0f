/// Why an archive from elsewhere is not taken.
package struct UnpackingError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// Not a zip archive, a damaged one, or one that can be read in two ways.
    case damaged
    case tooLarge
    /// A name that is not the same everywhere, or that leads out.
    case invalidPath
    /// A symbolic link that does not lead straight to a part of the package.
    case invalidLink
    /// Neither a file, a folder nor a link, or one that cannot be stored as it is.
    case unsupportedEntry
  }

  package let code: Code
  /// A lower-case fragment with the offending value in single quotes.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// No archive within the limits needs that format, but some programs write it all the same.
  static func zip64(_ what: String) -> UnpackingError {
    UnpackingError(
      .unsupportedEntry,
      "\(what) is in the zip64 format, which is not supported, expected a zip archive without zip64"
    )
  }
}
