import FlowKit

extension SourcingRequest {
  /// The longest reference that stores and receipts have to deal with.
  private static let referenceLimit = 200

  /// Refuses a request that no chef could be sought for.
  func validate() throws(FlowFailure) {
    guard !orderReference.isEmpty, orderReference.utf8.count <= Self.referenceLimit,
      orderReference.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      throw FlowFailure(
        .invalidParameters,
        "invalid order reference '\(orderReference.prefix(40))', "
          + "expected 1 to \(Self.referenceLimit) bytes without control characters"
      )
    }
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
