import FlowKit

/// The sandbox's test cards: one that works, and one for each way a charge goes wrong.
///
/// A raw value is what scripts and command-line flags call the card. Refunds of a card's charges go
/// wrong in the same way as its charges do.
enum SandboxCard: String, Sendable, Hashable, CaseIterable {
  case success
  case declined
  case timeoutBefore = "timeout-before"
  case timeoutAfter = "timeout-after"
  case lostAnswer = "lost-answer"
  case unreachable
  case serverError = "server-error"

  /// The card's number: valid, in the brands' ranges for tests, and no bank's.
  var number: String {
    switch self {
    case .success: "4242 4242 4242 4242"
    case .declined: "4000 0000 0000 9995"
    case .timeoutBefore: "4000 0000 0000 0119"
    case .timeoutAfter: "4000 0000 0000 0127"
    case .lostAnswer: "4000 0000 0000 0135"
    case .unreachable: "4000 0000 0000 0143"
    case .serverError: "4000 0000 0000 0150"
    }
  }

  var detail: String {
    switch self {
    case .success: "test card, is charged"
    case .declined: "test card, is declined"
    case .timeoutBefore: "test card, times out uncharged"
    case .timeoutAfter: "test card, is charged and times out"
    case .lostAnswer: "test card, is charged and loses its first answer"
    case .unreachable: "test card, is never reached"
    case .serverError: "test card, is charged and answers an error"
    }
  }

  var method: PaymentMethod {
    PaymentMethod(id: rawValue, detail: detail, card: card, token: token)
  }

  var token: CardToken {
    CardToken(rawValue: "sandbox-\(rawValue)")
  }

  private var card: Card {
    guard let number = try? CardNumber(number) else {
      preconditionFailure("the sandbox's own card numbers are valid, which its tests check")
    }
    return Card(number)
  }
}
