public import FlowKit

extension FlowFailure.Code {
  /// An order without dishes.
  public static let emptyOrder = Self(rawValue: "order.empty", kind: .invalid)
  /// An order that contradicts itself, such as a dish in two lines.
  public static let invalidOrder = Self(rawValue: "order.invalid", kind: .invalid)
  /// An order whose price cannot be counted.
  public static let orderTooLarge = Self(rawValue: "order.too-large", kind: .invalid)
  /// Another order is stored under the same identifier.
  public static let orderConflict = Self(rawValue: "order.conflict", kind: .conflict)
  /// The menu or a picture that came with the component cannot be read.
  public static let damagedMenu = Self(rawValue: "order.damaged-menu", kind: .damaged)
}

extension FlowFailure {
  /// What a store throws when `id` is taken by an order with other content.
  public static func orderConflict(_ id: OrderID) -> FlowFailure {
    FlowFailure(
      .orderConflict,
      "order '\(id)' is already stored with other content",
      help: "place the order again; it gets an identifier of its own"
    )
  }
}
