import FlowKit
import Foundation

/// A processor in test mode: it moves no money, but answers, forgets and fails as a real one does.
///
/// What a request does depends on its card, a ``SandboxCard``. Time-outs are thrown, never waited
/// for.
struct SandboxGateway: PaymentGateway {
  let store: ProcessorStore
  let now: @Sendable () -> Date
  let makeIdentifier: @Sendable () -> String
  /// How long each request takes, for demonstrations.
  var delay = Duration.zero

  /// None: its memory is searched as it is.
  var searchDelay: Duration { .zero }

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey,
    reference: String
  ) async throws -> ChargeAnswer {
    await wait()
    let behaviour = SandboxCard(card)
    try behaviour?.failBefore()
    let known: ProcessorCharge? = try await store.find(key)
    let remembered = try await store.remember(
      ProcessorCharge(
        key: key,
        reference: reference,
        amount: amount,
        card: card,
        answer: decide(amount, behaviour)
      )
    )
    guard remembered.amount == amount, remembered.card == card else {
      throw PaymentGatewayError.keyReused
    }
    try behaviour?.failAfter(isRepeated: known != nil)
    return remembered.answer
  }

  func charge(reference: String) async throws -> ChargeAnswer? {
    await wait()
    let found: ProcessorCharge? = try await store.find(reference: reference)
    return found?.answer
  }

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey,
    reference: String
  ) async throws -> RefundAnswer {
    await wait()
    let charged = try await store.charge(charge)
    let behaviour = charged.flatMap { SandboxCard($0.card) }
    try behaviour?.failBefore()
    let known: ProcessorRefund? = try await store.find(key)
    let asked = ProcessorRefund(
      key: key,
      reference: reference,
      amount: amount,
      charge: charge,
      answer: decide(amount, of: charged)
    )
    let remembered = try await store.remember(
      asked,
      limit: charged?.amount.minorUnits ?? 0,
      refusal: .refused(reason: "more than is left of the charge")
    )
    guard remembered.amount == amount, remembered.charge == charge else {
      throw PaymentGatewayError.keyReused
    }
    try behaviour?.failAfter(isRepeated: known != nil)
    return remembered.answer
  }

  func refund(reference: String) async throws -> RefundAnswer? {
    await wait()
    let found: ProcessorRefund? = try await store.find(reference: reference)
    return found?.answer
  }

  private func wait() async {
    // A sleep is cut short only by cancellation, and an answer may always come sooner.
    if delay > .zero { try? await Task.sleep(for: delay) }
  }

  private func decide(_ amount: Money, _ card: SandboxCard?) -> ChargeAnswer {
    guard amount.minorUnits > 0 else {
      return .declined(DeclineReason(rawValue: "invalid_amount"))
    }
    switch card {
    case nil: return .declined(DeclineReason(rawValue: "unknown_card"))
    case .declined: return .declined(.insufficientFunds)
    default:
      let id = ChargeID(rawValue: "ch_\(makeIdentifier())")
      return .charged(Capture(charge: id, amount: amount, at: now()))
    }
  }

  private func decide(_ amount: Money, of charge: ProcessorCharge?) -> RefundAnswer {
    guard let charge else { return .refused(reason: "no such charge") }
    guard amount.minorUnits > 0, amount.currency == charge.amount.currency else {
      return .refused(reason: "invalid amount")
    }
    return .refunded(at: now())
  }
}

extension SandboxCard {
  fileprivate init?(_ token: CardToken) {
    guard let card = Self.allCases.first(where: { $0.method.token == token }) else { return nil }
    self = card
  }

  /// Fails where the request goes wrong before it is taken.
  fileprivate func failBefore() throws(PaymentGatewayError) {
    switch self {
    case .unreachable: throw .unreachable
    case .timeoutBefore: throw .timedOut
    case .success, .declined, .timeoutAfter, .lostAnswer, .serverError: break
    }
  }

  /// Fails where the answer does not arrive although the request was taken.
  fileprivate func failAfter(isRepeated: Bool) throws(PaymentGatewayError) {
    switch self {
    case .timeoutAfter: throw .timedOut
    case .serverError: throw .serverError("internal error 500")
    case .lostAnswer: if !isRepeated { throw .timedOut }
    case .success, .declined, .timeoutBefore, .unreachable: break
    }
  }
}

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

  var method: PaymentMethod {
    let (lastFour, detail) =
      switch self {
      case .success: ("4242", "is charged")
      case .declined: ("9995", "is declined")
      case .timeoutBefore: ("0119", "times out uncharged")
      case .timeoutAfter: ("0127", "is charged and times out")
      case .lostAnswer: ("0135", "is charged and loses its first answer")
      case .unreachable: ("0143", "is never reached")
      case .serverError: ("0150", "is charged and answers an error")
      }
    return PaymentMethod(
      id: rawValue,
      detail: "test card, \(detail)",
      card: Card(brand: .visa, lastFour: lastFour),
      token: CardToken(rawValue: "sandbox-\(rawValue)")
    )
  }
}
