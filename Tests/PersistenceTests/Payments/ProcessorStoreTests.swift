import FlowKit
import Foundation
import PaymentsInterface
import ProgramTesting
import Testing

/// The rules of `ProcessorStore`, on the component's own store and on the app's.
struct ProcessorStoreTests {
  private let folder: ScratchFolder
  private let refusal = RefundAnswer.refused(reason: "too much")

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(arguments: Medium.allCases)
  func `the first charge with a key is the one that is remembered`(medium: Medium) async throws {
    let store = try medium.processor(in: folder)
    let first = charge("k1", 2640)
    #expect(try await store.remember(first) == first)
    #expect(try await store.remember(charge("k1", 100)) == first)
    #expect(try await store.charge(for: first.key) == first)
    #expect(try await store.charge(ChargeID(rawValue: "ch-k1")) == first)
    #expect(try await store.charge(reference: "ref-k1") == first)
    #expect(try await store.charge(reference: "ref-k2") == nil)
    #expect(try await store.charge(for: IdempotencyKey(rawValue: "k2")) == nil)
    #expect(try await store.charge(ChargeID(rawValue: "ch-k2")) == nil)
  }

  @Test(arguments: Medium.allCases)
  func `declined charges are remembered, with no name to refund them by`(
    medium: Medium
  ) async throws {
    let store = try medium.processor(in: folder)
    for name in ["k1", "k2"] {
      let declined = ProcessorCharge(
        key: IdempotencyKey(rawValue: name),
        reference: "ref-\(name)",
        amount: eur(2640),
        card: CardToken(rawValue: "sandbox-declined"),
        answer: .declined(.insufficientFunds)
      )
      #expect(try await store.remember(declined) == declined)
      #expect(try await store.charge(for: declined.key) == declined)
    }
  }

  @Test(arguments: Medium.allCases)
  func `refunds of a charge stay within its limit`(medium: Medium) async throws {
    let store = try medium.processor(in: folder)
    let most = refund("r1", 2000)
    #expect(try await store.remember(most, limit: 2640, refusal: refusal) == most)
    let tooMuch = refund("r2", 641)
    #expect(
      try await store.remember(tooMuch, limit: 2640, refusal: refusal)
        == tooMuch.answered(refusal)
    )
    let rest = refund("r3", 640)
    #expect(try await store.remember(rest, limit: 2640, refusal: refusal) == rest)
    #expect(try await store.remember(rest, limit: 0, refusal: refusal) == rest)
    #expect(try await store.refund(for: tooMuch.key) == tooMuch.answered(refusal))
    #expect(try await store.refund(for: IdempotencyKey(rawValue: "r9")) == nil)
    #expect(try await store.refund(reference: "ref-r3") == rest)
    #expect(try await store.refund(reference: "ref-r9") == nil)
  }

  @Test(arguments: Medium.allCases)
  func `a refund that no sum can hold is refused`(medium: Medium) async throws {
    let store = try medium.processor(in: folder)
    _ = try await store.remember(refund("r1", 1), limit: .max, refusal: refusal)
    let huge = refund("r2", .max)
    #expect(
      try await store.remember(huge, limit: .max, refusal: refusal) == huge.answered(refusal)
    )
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
