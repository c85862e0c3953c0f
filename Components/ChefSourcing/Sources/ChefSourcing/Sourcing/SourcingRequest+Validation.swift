import FlowKit

extension SourcingRequest {
  /// Refuses a reference that cannot name an order, and dishes that no chef could cook.
  func validate() throws(FlowFailure) {
    try OrderReference(rawValue: orderReference).validate()
    guard !dishes.isEmpty else {
      throw FlowFailure(
        .invalidParameters,
        "order '\(orderReference)' has no dishes, expected at least one"
      )
    }
    if let dish = dishes.first(where: { $0.name.isEmpty || $0.cuisine.rawValue.isEmpty }) {
      throw FlowFailure(
        .invalidParameters,
        "dish '\(dish.name)' of cuisine '\(dish.cuisine.rawValue)' lacks its name or its cuisine"
      )
    }
  }
}
