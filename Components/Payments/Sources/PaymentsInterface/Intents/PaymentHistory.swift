/// The payments and refunds of one reference, read at one moment.
public struct PaymentHistory: Sendable, Hashable, Codable {
  /// Every intent, oldest first, unsuccessful ones included.
  public let intents: [PaymentIntent]
  /// Every refund, oldest first, unsuccessful ones included.
  public let refunds: [Refund]

  /// Makes a history.
  public init(intents: [PaymentIntent], refunds: [Refund]) {
    self.intents = intents
    self.refunds = refunds
  }
}

extension PaymentHistory {
  /// The receipt of what was captured for a purpose, if anything was.
  public func receipt(for purpose: PaymentPurpose) -> Receipt? {
    guard let intent = intents.first(where: { $0.purpose == purpose && $0.capture != nil }) else {
      return nil
    }
    return Receipt(intent, refunds: refunds)
  }

  /// The intent of a purpose that is pending or captured; there is at most one.
  public func live(_ purpose: PaymentPurpose) -> PaymentIntent? {
    intents.first { $0.purpose == purpose && $0.isLive }
  }
}
