public import FlowKit

/// Which order to follow.
public struct FollowRequest: Hashable, Sendable {
  /// The order.
  public let order: OrderReference
  /// The chef's name for display, if it is known.
  public let chef: String?

  /// Makes a request.
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
