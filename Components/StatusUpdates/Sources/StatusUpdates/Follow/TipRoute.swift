public import FlowKit

/// The way to a flow that takes a tip; the app supplies it.
public typealias TipRoute = FlowRoute<TipRequest, TipOutcome>

/// For whom a tip is.
public struct TipRequest: Hashable, Sendable {
  /// The order that was delivered.
  public let order: OrderReference
  /// The chef's name, where it is known.
  public let chef: String?

  /// Makes a request.
  public init(order: OrderReference, chef: String? = nil) {
    self.order = order
    self.chef = chef
  }
}

/// A tip that was given.
public struct TipOutcome: Hashable, Sendable {
  /// How much.
  public let amount: Money
  /// What the payment is called in the books, where it has a name.
  public let receipt: String?

  /// Makes an outcome.
  public init(amount: Money, receipt: String? = nil) {
    self.amount = amount
    self.receipt = receipt
  }
}
