import StatusUpdatesInterface

/// A step of a kitchen; the cases are in their usual order.
enum KitchenStep: String, Hashable, Sendable, CaseIterable {
  /// Accepts the offer of an order.
  case accept
  /// Declines the offer, so that the next best chef is asked.
  case decline
  /// Begins to cook.
  case cook
  /// Gives the meal to the courier.
  case handOver = "hand-over"
  /// Confirms that the customer has the meal.
  case deliver
  /// Gives up an order that was accepted; it is cancelled, and refunded if it was paid.
  case cancel

  /// The new status of the order; `nil` for an answer to an offer.
  var status: Status? {
    switch self {
    case .accept, .decline: nil
    case .cook: .cooking
    case .handOver: .onItsWay
    case .deliver: .delivered
    case .cancel: .cancelled
    }
  }

  /// What an order is by the step, such as `handed over`.
  var participle: String {
    switch self {
    case .accept: "accepted"
    case .decline: "declined"
    case .cook: "cooked"
    case .handOver: "handed over"
    case .deliver: "delivered"
    case .cancel: "given up"
    }
  }
}
