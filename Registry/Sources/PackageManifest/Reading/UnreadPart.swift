package import Errors

/// Something in a manifest that only running it would tell, and that reading it can do without.
package struct UnreadPart: Hashable, Sendable {
  /// Where it starts.
  package let position: SourcePosition

  /// A fragment in lower case that names the offending text.
  package let message: String
}
