public import FlowKit

/// The result of creating a refund.
public enum RefundCreation: Sendable, Hashable {
  /// It is recorded as pending and owned by the calling process.
  case created
  /// Nothing is recorded: no more than this is left of the capture.
  case exceeds(left: Money)
}
