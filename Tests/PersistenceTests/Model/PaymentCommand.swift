import FlowKit
import PaymentsInterface

/// Something that one of the app's processes asks its payment store, with every value spelled out.
enum PaymentCommand {
  case create(PaymentIntent)
  case record(PaymentOutcome, PaymentIntent)
  case release(PaymentIntent.ID)
  case createRefund(Refund)
  case recordRefund(RefundOutcome, Refund)
  case releaseRefund(Refund.ID)
  case history(OrderReference)
  case unfinished

  /// What a store has answered.
  enum Answer: Hashable {
    case intentCreation(IntentCreation)
    case intent(PaymentIntent)
    case refundCreation(RefundCreation)
    case refund(Refund)
    case history(PaymentHistory)
    case unfinished([PaymentIntent], [Refund])
    case refused(PaymentStoreError)
    case done
  }

  /// - Throws: what is no rule of the port, such as a failure of the disk.
  func run(on store: any PaymentStore) async throws -> Answer {
    do {
      switch self {
      case .create(let intent):
        return .intentCreation(try await store.create(intent))
      case .record(let outcome, let intent):
        return .intent(
          try await store.record(outcome, of: intent.id, booking: booking(outcome, intent))
        )
      case .release(let id):
        try await store.release(id)
        return .done
      case .createRefund(let refund):
        return .refundCreation(try await store.create(refund))
      case .recordRefund(let outcome, let refund):
        return .refund(
          try await store.record(outcome, of: refund.id, booking: booking(outcome, refund))
        )
      case .releaseRefund(let id):
        try await store.release(id)
        return .done
      case .history(let reference):
        return .history(try await store.history(of: reference))
      case .unfinished:
        return .unfinished(
          try await store.unfinishedIntents(),
          try await store.unfinishedRefunds()
        )
      }
    } catch let refusal as PaymentStoreError {
      return .refused(refusal)
    }
  }

  private func booking(
    _ outcome: PaymentOutcome,
    _ intent: PaymentIntent
  ) throws -> LedgerTransaction? {
    guard case .captured(let capture) = outcome else { return nil }
    return try .capture(capture, of: intent)
  }

  private func booking(_ outcome: RefundOutcome, _ refund: Refund) throws -> LedgerTransaction? {
    guard case .refunded(let at) = outcome else { return nil }
    return try .refund(refund, cancelling: nil, at: at)
  }
}
