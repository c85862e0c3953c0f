public import FlowKit

/// What is to be given back.
public struct RefundRequest: Sendable, Hashable {
  /// The order that was paid.
  public let reference: OrderReference
  /// How much is suggested, in major units of the payment's currency, such as `12.50`; nil for all
  /// that is left.
  public let amount: String?

  /// Makes a request; the flow that is started with it checks the values.
  public init(reference: OrderReference, amount: String? = nil) {
    self.reference = reference
    self.amount = amount
  }
}
