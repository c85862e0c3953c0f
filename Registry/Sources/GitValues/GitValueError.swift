/// Why a text is not one of the values that git and the registry's data share.
package struct GitValueError: Error, Hashable, Sendable {
  package let code: Code
  /// A lower-case fragment that names the offending value in single quotes.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension GitValueError {
  /// The kind of refusal; more may be added, so a `switch` over it needs a `default`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let invalidValue = Code(rawValue: "invalid-value")
    package static let invalidPath = Code(rawValue: "invalid-path")
    /// Edits that do not fit the bytes they are applied to.
    package static let invalidEdits = Code(rawValue: "invalid-edits")
  }
}

extension GitValueError: CustomStringConvertible {
  package var description: String { message }
}
