extension Cashier {
  func inquiry(about intent: PaymentIntent) -> Inquiry<ChargeAnswer> {
    Inquiry(ask: { try await gateway.charge(for: intent.key) }, patience: patience)
  }

  func inquiry(about refund: Refund) -> Inquiry<RefundAnswer> {
    Inquiry(ask: { try await gateway.refund(for: refund.key) }, patience: patience)
  }

  /// Asks what became of an intent that nobody owns, and records it; nil while the processor has
  /// not said.
  func finish(_ intent: PaymentIntent) async throws -> PaymentIntent? {
    try await record(inquiry(about: intent).run(), of: intent)
  }

  /// Asks what became of a refund that nobody owns, and records it; nil while the processor has
  /// not said.
  func finish(_ refund: Refund) async throws -> Refund? {
    try await record(inquiry(about: refund).run(), of: refund)
  }

  /// The intent as it stands after each answer was recorded; nil if there is none.
  func record(
    _ verdict: Inquiry<ChargeAnswer>.Verdict,
    of intent: PaymentIntent
  ) async throws -> PaymentIntent? {
    switch verdict {
    case .silent: return nil
    case .nothingDone(let reason):
      return try await store.record(.failed(reason: reason), of: intent.id, booking: nil)
    case .answered(let answers):
      var settled: PaymentIntent?
      for answer in answers {
        switch answer {
        case .charged(let capture):
          let booking = try LedgerTransaction.capture(capture, of: intent)
          settled = try await store.record(.captured(capture), of: intent.id, booking: booking)
        case .declined(let reason):
          settled = try await store.record(.declined(reason), of: intent.id, booking: nil)
        }
      }
      return settled
    }
  }

  /// The refund as it stands after each answer was recorded; nil if there is none.
  func record(
    _ verdict: Inquiry<RefundAnswer>.Verdict,
    of refund: Refund
  ) async throws -> Refund? {
    switch verdict {
    case .silent: return nil
    case .nothingDone(let reason):
      return try await store.record(.failed(reason: reason), of: refund.id, booking: nil)
    case .answered(let answers):
      var settled: Refund?
      for answer in answers {
        switch answer {
        case .refunded(let at):
          let booking = try LedgerTransaction.refund(refund, at: at)
          settled = try await store.record(.refunded(at: at), of: refund.id, booking: booking)
        case .refused(let reason):
          settled = try await store.record(.failed(reason: reason), of: refund.id, booking: nil)
        }
      }
      return settled
    }
  }
}
