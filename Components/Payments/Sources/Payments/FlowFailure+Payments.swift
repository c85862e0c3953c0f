public import FlowKit

extension FlowFailure.Code {
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

/// What went wrong, without what to do about it, for a sentence that says more.
func words(of error: any Error) -> String {
  (error as? FlowFailure)?.message ?? "\(error)"
}

extension FlowFailure {
  static func underWay(_ movement: String) -> FlowFailure {
    FlowFailure(
      .paymentsUnderWay,
      "\(movement) is in progress in another process",
      help: "try again in a moment; nothing is charged twice"
    )
  }

  static func pending(_ movement: String) -> FlowFailure {
    FlowFailure(
      .paymentsPending,
      "\(movement) is pending: the payment processor has not reported its result",
      help: "try again later; the result is looked up, and nothing is charged or refunded twice"
    )
  }

  static func unrecorded(_ movement: String, _ error: any Error) -> FlowFailure {
    FlowFailure(
      .paymentsUnrecorded,
      "\(movement), but that could not be recorded: \(words(of: error))",
      help: "the next start records it; nothing is charged or refunded twice"
    )
  }

  static func unpaid(_ reference: OrderReference) -> FlowFailure {
    FlowFailure(.paymentsNotPaid, "nothing was paid for order '\(reference.rawValue)'")
  }

  static func exceeds(_ amount: Money, left: Money) -> FlowFailure {
    FlowFailure(
      .paymentsExceeded,
      "a refund of '\(amount)' is more than is left of the payment, expected at most '\(left)'"
    )
  }

  static func notRefunded(_ refund: Refund, _ reason: String) -> FlowFailure {
    FlowFailure(
      .paymentsNotRefunded,
      "'\(refund.amount)' was not given back: \(reason)"
    )
  }

  static func notPaid(_ intent: PaymentIntent) -> FlowFailure {
    switch intent.outcome {
    case .declined(let reason):
      FlowFailure(
        .paymentsDeclined,
        "the card '\(intent.card)' was declined: \(reason); nothing was charged",
        help: "pay with another card"
      )
    case .failed(let reason):
      FlowFailure(
        .paymentsNotCharged,
        "\(intent.subject) was not made: \(reason); nothing was charged",
        help: "try again, or pay with another card"
      )
    case nil, .captured:
      .pending(intent.subject)
    }
  }
}
