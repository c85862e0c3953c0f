/// What a kitchen does to an order, in its usual order.
public enum KitchenStep: String, Hashable, Sendable, CaseIterable {
  /// Takes the order, so that no other kitchen cooks it.
  case accept
  /// Begins to cook.
  case cook
  /// Gives the meal to the courier.
  case handOver = "hand-over"
  /// Says that the customer has the meal.
  case deliver
  /// Refuses the order, which is cancelled.
  case decline

  /// What the order becomes; `nil` for a step that does not change its status.
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
