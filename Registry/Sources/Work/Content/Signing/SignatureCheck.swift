package import Model

/// A signature to be checked.
package struct SignatureCheck: Hashable, Sendable {
  /// What was signed.
  package let content: [UInt8]
  package let signature: [UInt8]
  /// When it was made.
  package let date: RecordDate

  package init(_ signature: [UInt8], of content: [UInt8], at date: RecordDate) {
    (self.signature, self.content, self.date) = (signature, content, date)
  }
}

/// Checks several signatures, and returns what is wrong with each, in words; `nil` if it is valid.
package typealias SignatureChecks = @Sendable ([SignatureCheck]) throws -> [String?]
