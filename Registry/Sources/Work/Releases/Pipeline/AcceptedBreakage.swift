package import Base
import Model

/// Why incompatible changes of one of several components are accepted.
package struct AcceptedBreakage: Hashable, Sendable {
  /// As it was typed.
  package let component: String
  package let reason: String

  /// Reads `NAME=REASON`.
  package init(_ text: String) throws(OperationError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].allSatisfy(\.isWhitespace) else {
      throw OperationError(
        .noReason,
        "invalid value '\(text)' of '--accept-breaking', expected 'NAME=REASON'",
        help: "such as 'Payments=no client calls it'"
      )
    }
    (component, reason) = (String(parts[0]), String(parts[1]))
  }
}
