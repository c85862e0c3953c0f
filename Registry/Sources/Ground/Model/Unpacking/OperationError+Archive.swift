import Base

extension OperationError {
  /// No archive within the limits needs that format, but some programs write it all the same.
  static func zip64(_ what: String) -> OperationError {
    OperationError(
      .unsupportedEntry,
      "\(what) is in the zip64 format, which is not supported, expected a zip archive without zip64"
    )
  }
}
