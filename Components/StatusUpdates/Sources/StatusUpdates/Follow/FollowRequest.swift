public import FlowKit

/// Which order to follow.
public struct FollowRequest: Hashable, Sendable {
  public let order: OrderReference
  /// The chef's name for display, if it is known.
  public let chef: String?

  public init(order: OrderReference, chef: String? = nil) {
    self.order = order
    self.chef = chef
  }

  /// Refuses a reference that cannot name an order, and a chef's name that is not one line of 1 to
  /// 80 characters.
  func validate() throws(FlowFailure) {
    try order.validate()
    guard let chef else { return }
    guard chef.count <= 80, !chef.trimmingSpaces().isEmpty, chef == chef.printable else {
      throw FlowFailure(
        .invalidParameters,
        "invalid chef's name '\(String(chef.prefix(80)).printable)', expected 1 to 80 characters"
      )
    }
  }
}

/// The result of following an order.
public struct FollowOutcome: Hashable, Sendable {
  public let timeline: Timeline
  public let tip: Tip

  public init(timeline: Timeline, tip: Tip) {
    self.timeline = timeline
    self.tip = tip
  }

  /// The result of the offer of a tip, which never affects the order.
  public enum Tip: Hashable, Sendable {
    /// No tip was offered: no delivery was seen, or there is no tip route.
    case notOffered
    case declined
    /// The person backed out of the question or of the payment.
    case cancelled
    case given(TipOutcome)
    case failed(FlowFailure)
  }
}
