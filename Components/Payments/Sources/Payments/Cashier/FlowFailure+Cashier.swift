import FlowKit

/// What went wrong, without what to do about it, for a sentence that says more.
func words(of error: any Error) -> String {
  (error as? FlowFailure)?.message ?? "\(error)"
}

extension FlowFailure {
  static func underWay(_ movement: String) -> FlowFailure {
    FlowFailure(
      .paymentsUnderWay,
      "\(movement) is being made elsewhere just now",
      help: "look again in a moment; nothing is charged twice"
    )
  }

  static func pending(_ movement: String) -> FlowFailure {
    FlowFailure(
      .paymentsPending,
      "\(movement) is not settled: the payment processor has not said what became of it",
      help: "try again later; what was done is asked about, and nothing is done twice"
    )
  }

  static func unrecorded(_ movement: String, _ error: any Error) -> FlowFailure {
    FlowFailure(
      .paymentsUnrecorded,
      "\(movement), but that could not be written down: \(words(of: error))",
      help: "when the store works again, the next start writes it down; nothing is done twice"
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

  /// Why an intent that has ended is not captured.
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
