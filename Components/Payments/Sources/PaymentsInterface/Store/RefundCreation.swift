public import FlowKit

/// What came of writing down a refund.
public enum RefundCreation: Sendable, Hashable {
  /// It is written, pending, and owned by whoever asked.
  case created
  /// Nothing is written: no more than this is left of what was captured.
  case exceeds(left: Money)
}
