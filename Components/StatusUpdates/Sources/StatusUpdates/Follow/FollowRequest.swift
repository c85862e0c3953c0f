public import FlowKit

/// Which order to follow.
public struct FollowRequest: Hashable, Sendable {
  /// The order.
  public let order: OrderReference
  /// The chef's name, where the starter knows it; it only appears in words.
  public let chef: String?

  /// Makes a request.
  public init(order: OrderReference, chef: String? = nil) {
    self.order = order
    self.chef = chef
  }

  /// Refuses a reference that can name no order, and a chef's name that is no line of words.
  func validate() throws(FlowFailure) {
    try order.validate()
    guard let chef else { return }
    guard chef.count <= 80, !chef.trimmingSpaces().isEmpty, !chef.hasControls else {
      throw FlowFailure(
        .invalidParameters,
        "invalid chef's name '\(chef.prefix(80).escapingControls)', expected 1 to 80 characters"
      )
    }
  }
}
