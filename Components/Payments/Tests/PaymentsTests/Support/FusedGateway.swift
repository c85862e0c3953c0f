import FlowKit
@testable import Payments
import PaymentsInterface
import Synchronization

/// A gateway behind a fuse, whose look-ups can be cut off, and which notices a request that is
/// repeated before the processor said that it knows nothing of it.
final class FusedGateway: PaymentGateway {
  private enum Knowledge {
    case sent, unknown
  }

  private let base: any PaymentGateway
  private let fuse: Fuse
  private let known = Mutex<[IdempotencyKey: Knowledge]>([:])
  private let blindRepeats = Mutex<[IdempotencyKey]>([])
  private let isDeaf = Mutex(false)

  init(_ base: any PaymentGateway, fuse: Fuse) {
    self.base = base
    self.fuse = fuse
  }

  /// The keys with which something was asked for twice without a look-up between.
  var repeatedBlindly: [IdempotencyKey] {
    blindRepeats.withLock(\.self)
  }

  /// Whether look-ups fail, as when the line breaks down right after a request.
  func setDeaf(_ value: Bool) {
    isDeaf.withLock { $0 = value }
  }

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey
  ) async throws -> [ChargeAnswer] {
    try await sending(key) { try await base.charge(amount, to: card, key: key) }
  }

  func charge(for key: IdempotencyKey) async throws -> ChargeAnswer? {
    try await asking(key) { try await base.charge(for: key) }
  }

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey
  ) async throws -> [RefundAnswer] {
    try await sending(key) { try await base.refund(amount, of: charge, key: key) }
  }

  func refund(for key: IdempotencyKey) async throws -> RefundAnswer? {
    try await asking(key) { try await base.refund(for: key) }
  }

  private func sending<Answer>(
    _ key: IdempotencyKey,
    _ call: () async throws -> [Answer]
  ) async throws -> [Answer] {
    try await fuse.guarding {
      let before = known.withLock { $0.updateValue(.sent, forKey: key) }
      if before == .sent { blindRepeats.withLock { $0.append(key) } }
      return try await call()
    }
  }

  private func asking<Answer>(
    _ key: IdempotencyKey,
    _ call: () async throws -> Answer?
  ) async throws -> Answer? {
    try await fuse.guarding {
      if isDeaf.withLock(\.self) { throw PaymentGatewayError.unreachable }
      let answer = try await call()
      if answer == nil { known.withLock { $0[key] = .unknown } }
      return answer
    }
  }
}
