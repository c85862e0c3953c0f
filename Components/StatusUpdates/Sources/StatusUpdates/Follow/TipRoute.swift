public import FlowKit

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
