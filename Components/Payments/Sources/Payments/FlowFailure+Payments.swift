public import FlowKit

extension FlowFailure.Code {
  /// A text is not a valid card number.
  static let paymentsInvalidCard = Self(rawValue: "payments.invalid-card", kind: .invalid)
  /// The card's bank refused; nothing was charged.
  public static let paymentsDeclined = Self(rawValue: "payments.declined", kind: .conflict)
  /// The processor gave no answer and charged nothing.
  public static let paymentsNotCharged = Self(rawValue: "payments.not-charged", kind: .unavailable)
  /// The processor has not yet given the result of the charge or the refund.
  public static let paymentsPending = Self(rawValue: "payments.pending", kind: .unavailable)
  /// Another process is making the same payment, or a refund of it.
  public static let paymentsUnderWay = Self(rawValue: "payments.under-way", kind: .conflict)
  /// Money moved, and the app could not record it.
  public static let paymentsUnrecorded = Self(rawValue: "payments.unrecorded", kind: .unavailable)
  /// Nothing was paid for the order.
  public static let paymentsNotPaid = Self(rawValue: "payments.not-paid", kind: .conflict)
  /// The refund is more than is left of the payment.
  public static let paymentsExceeded = Self(rawValue: "payments.exceeded", kind: .invalid)
  /// The processor did not give the money back.
  public static let paymentsNotRefunded = Self(
    rawValue: "payments.not-refunded",
    kind: .unavailable
  )
}

extension FlowFailure {
  static func refused(_ message: String) -> FlowFailure {
    FlowFailure(.invalidParameters, message)
  }
}
