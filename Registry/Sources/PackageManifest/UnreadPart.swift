/// Something in a manifest that only running it would tell, and that reading it can do without.
public struct UnreadPart: Hashable, Sendable {
  /// Where it starts.
  public let position: SourcePosition

  /// A fragment in lower case that names the offending text.
  public let message: String
}
