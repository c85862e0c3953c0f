import Base

extension OperationError {
  /// A fault of a manifest.
  init(_ code: Code, _ message: String, at position: SourcePosition?, help: String? = nil) {
    self.init(code, message, help: help, at: position.map { SourcePlace(at: $0) })
  }

  static func syntaxError(at position: SourcePosition) -> OperationError {
    OperationError(
      .malformed,
      "syntax error",
      at: position,
      help: "'swift package dump-package' says what the compiler expects there"
    )
  }

  /// - Parameter kind: `branch` or `revision`.
  static func unversioned(_ kind: String, at position: SourcePosition) -> OperationError {
    OperationError(
      .unversionedDependency,
      "dependency by \(kind): a package that is released cannot depend on one that is not",
      at: position,
      help: "depend on a version of it, with 'from:' or 'exact:'"
    )
  }

  func located(at position: SourcePosition) -> OperationError {
    at(SourcePlace(file: place?.file, at: position))
  }

  func located(in file: String) -> OperationError {
    at(SourcePlace(file: file, at: place?.position))
  }
}
