public import FlowKit
public import StatusUpdatesInterface

/// The result of following an order.
public struct FollowOutcome: Hashable, Sendable {
  /// The timeline at the end.
  public let timeline: Timeline
  /// Whether a tip was given.
  public let tip: Tip

  /// Makes an outcome.
  public init(timeline: Timeline, tip: Tip) {
    self.timeline = timeline
    self.tip = tip
  }

  /// The result of the offer of a tip, which never affects the order.
  public enum Tip: Hashable, Sendable {
    /// No tip was offered: no delivery was seen, or there is no tip route.
    case notOffered
    /// The person gives none.
    case declined
    /// The person backed out of the question or of the payment.
    case cancelled
    /// The tip was given.
    case given(TipOutcome)
    /// The tip flow failed.
    case failed(FlowFailure)
  }
}
