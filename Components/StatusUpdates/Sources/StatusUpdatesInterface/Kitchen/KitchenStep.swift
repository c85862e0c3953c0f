/// A step of a kitchen; the cases are in their usual order.
public enum KitchenStep: String, Hashable, Sendable, CaseIterable {
  /// Accepts the order, so that no other kitchen cooks it.
  case accept
  /// Begins to cook.
  case cook
  /// Gives the meal to the courier.
  case handOver = "hand-over"
  /// Confirms that the customer has the meal.
  case deliver
  /// Refuses the order, which is cancelled.
  case decline

  /// The new status of the order; `nil` for a step that does not change its status.
  public var status: Status? {
    switch self {
    case .accept: nil
    case .cook: .cooking
    case .handOver: .onItsWay
    case .deliver: .delivered
    case .decline: .cancelled
    }
  }
}
