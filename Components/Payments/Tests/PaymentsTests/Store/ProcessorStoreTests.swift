import FlowKit
import Foundation
import Testing

@testable import Payments

/// The rules of `ProcessorStore`.
struct ProcessorStoreTests {
  private let store = ProcessorStore.inMemory()
  private let refusal = RefundAnswer.refused(reason: "too much")

  @Test func `the first charge with a key is the one that is remembered`() async throws {
    let first = charge("k1", 2640)
    #expect(try await store.remember(first) == first)
    #expect(try await store.remember(charge("k1", 100)) == first)
    #expect(try await charge(first.key) == first)
    #expect(try await store.charge(ChargeID(rawValue: "ch-k1")) == first)
    #expect(try await charge(reference: "ref-k1") == first)
    #expect(try await charge(reference: "ref-k2") == nil)
    #expect(try await charge(IdempotencyKey(rawValue: "k2")) == nil)
    #expect(try await store.charge(ChargeID(rawValue: "ch-k2")) == nil)
  }

  @Test func `declined charges are remembered, with no name to refund them by`() async throws {
    for name in ["k1", "k2"] {
      let declined = ProcessorCharge(
        key: IdempotencyKey(rawValue: name),
        reference: "ref-\(name)",
        amount: eur(2640),
        card: CardToken(rawValue: "sandbox-declined"),
        answer: .declined(.insufficientFunds)
      )
      #expect(try await store.remember(declined) == declined)
      #expect(try await charge(declined.key) == declined)
    }
  }

  @Test func `refunds of a charge stay within its limit`() async throws {
    let most = refund("r1", 2000)
    #expect(try await store.remember(most, limit: 2640, refusal: refusal) == most)
    let tooMuch = refund("r2", 641)
    #expect(
      try await store.remember(tooMuch, limit: 2640, refusal: refusal)
        == refused(tooMuch)
    )
    let rest = refund("r3", 640)
    #expect(try await store.remember(rest, limit: 2640, refusal: refusal) == rest)
    #expect(try await store.remember(rest, limit: 0, refusal: refusal) == rest)
    #expect(try await refund(tooMuch.key) == refused(tooMuch))
    #expect(try await refund(IdempotencyKey(rawValue: "r9")) == nil)
    #expect(try await refund(reference: "ref-r3") == rest)
    #expect(try await refund(reference: "ref-r9") == nil)
  }

  @Test func `a refund that no sum can hold is refused`() async throws {
    _ = try await store.remember(refund("r1", 1), limit: .max, refusal: refusal)
    let huge = refund("r2", .max)
    #expect(
      try await store.remember(huge, limit: .max, refusal: refusal) == refused(huge)
    )
  }

  private func refused(_ refund: ProcessorRefund) -> ProcessorRefund {
    var refund = refund
    refund.answer = refusal
    return refund
  }

  private func charge(_ key: IdempotencyKey) async throws -> ProcessorCharge? {
    try await store.find(key)
  }

  private func charge(reference: String) async throws -> ProcessorCharge? {
    try await store.find(reference: reference)
  }

  private func refund(_ key: IdempotencyKey) async throws -> ProcessorRefund? {
    try await store.find(key)
  }

  private func refund(reference: String) async throws -> ProcessorRefund? {
    try await store.find(reference: reference)
  }

  private func charge(_ key: String, _ minorUnits: Int64) -> ProcessorCharge {
    ProcessorCharge(
      key: IdempotencyKey(rawValue: key),
      reference: "ref-\(key)",
      amount: eur(minorUnits),
      card: CardToken(rawValue: "sandbox-success"),
      answer: .charged(
        Capture(
          charge: ChargeID(rawValue: "ch-\(key)"),
          amount: eur(minorUnits),
          at: noon + 1.0 / 3
        )
      )
    )
  }

  private func refund(_ key: String, _ minorUnits: Int64) -> ProcessorRefund {
    ProcessorRefund(
      key: IdempotencyKey(rawValue: key),
      reference: "ref-\(key)",
      amount: eur(minorUnits),
      charge: ChargeID(rawValue: "ch-k1"),
      answer: .refunded(at: noon + 1.0 / 3)
    )
  }
}
