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
    case cancelled
    case given(TipOutcome)
    case failed(FlowFailure)
  }
}

/// Leads to a flow that asks for a tip and takes it; the app supplies it.
///
/// Its output is `nil` if the person gives none.
public typealias TipRoute = FlowRoute<TipRequest, TipOutcome?>

/// The order and the chef that a tip is for.
public struct TipRequest: Hashable, Sendable {
  public let order: OrderReference
  public let chef: String?

  public init(order: OrderReference, chef: String? = nil) {
    self.order = order
    self.chef = chef
  }
}

/// A tip that was given.
public struct TipOutcome: Hashable, Sendable {
  public let amount: Money
  /// The identifier of the payment in the books, if it has one.
  public let receipt: String?

  public init(amount: Money, receipt: String? = nil) {
    self.amount = amount
    self.receipt = receipt
  }
}

extension FlowFailure.Code {
  /// The order was never placed.
  public static let unknownOrder = Self(rawValue: "status.unknown-order", kind: .notFound)
  /// The requested status does not follow from the order's status.
  public static let refusedStep = Self(rawValue: "status.refused-step", kind: .conflict)
  /// A note is not a single line of at most 200 characters.
  public static let invalidNote = Self(rawValue: "status.invalid-note", kind: .invalid)
  /// The steps of a stored timeline are not a valid sequence.
  public static let damagedTimeline = Self(rawValue: "status.damaged-timeline", kind: .damaged)
}
