import FlowKit
import Testing

@testable import Payments

struct SandboxGatewayTests {
  private let memory = ProcessorStore.inMemory()
  private let chargeID = ChargeID(rawValue: "ch_id-1")

  private func gateway() -> SandboxGateway {
    let identifiers = Identifiers()
    return SandboxGateway(
      store: memory,
      now: { noon },
      makeIdentifier: { identifiers.next() }
    )
  }

  @discardableResult
  private func charge(
    _ minorUnits: Int64 = 500,
    to card: SandboxCard = .success
  ) async throws -> ChargeAnswer {
    let key = IdempotencyKey(rawValue: "key-1")
    let token = card.method.token
    return try await gateway().charge(eur(minorUnits), to: token, key: key, reference: "i1")
  }

  private func refund(
    _ amount: Money,
    of charge: ChargeID? = nil,
    as reference: String
  ) async throws -> RefundAnswer {
    let key = IdempotencyKey(rawValue: "key-\(reference)")
    return try await gateway()
      .refund(amount, of: charge ?? chargeID, key: key, reference: reference)
  }

  private let charged = ChargeAnswer.charged(
    Capture(charge: ChargeID(rawValue: "ch_id-1"), amount: eur(500), at: noon)
  )

  @Test func `each card has a name and last four digits of its own`() throws {
    #expect(
      SandboxCard.allCases.map(\.rawValue) == [
        "success", "declined", "timeout-before", "timeout-after", "lost-answer",
        "unreachable", "server-error",
      ]
    )
    let methods = SandboxCard.allCases.map(\.method)
    #expect(methods.map(\.id) == SandboxCard.allCases.map(\.rawValue))
    #expect(methods[0].card.description == "Visa •••• 4242")
    #expect(Set(methods.map(\.card)).count == methods.count)
    #expect(Set(methods.map(\.token)).count == methods.count)
  }

  @Test func `a card keeps no more than four digits of a number`() {
    #expect(Card(brand: .visa, lastFour: "4242424242424242").lastFour == "4242")
  }

  @Test func `a good card is charged`() async throws {
    #expect(try await charge() == charged)
    #expect(try await gateway().charge(reference: "i1") == charged)
  }

  @Test func `a poor card is declined, and the decline is remembered`() async throws {
    #expect(try await charge(to: .declined) == .declined(.insufficientFunds))
    #expect(try await gateway().charge(reference: "i1") == .declined(.insufficientFunds))
    let token = SandboxCard.declined.method.token
    let other = IdempotencyKey(rawValue: "key-2")
    #expect(
      try await gateway().charge(eur(1), to: token, key: other, reference: "i2")
        == .declined(.insufficientFunds)
    )
    #expect(try await memory.all(ProcessorCharge.self).count == 2)
  }

  @Test(arguments: [
    (SandboxCard.timeoutBefore, PaymentGatewayError.timedOut), (.unreachable, .unreachable),
  ])
  func `some cards fail before they are charged`(
    card: SandboxCard,
    error: PaymentGatewayError
  ) async throws {
    await #expect(throws: error) { try await charge(to: card) }
    #expect(try await gateway().charge(reference: "i1") == nil)
  }

  @Test(
    arguments: [
      (SandboxCard.timeoutAfter, PaymentGatewayError.timedOut),
      (.serverError, .serverError("internal error 500")),
    ]
  )
  func `some cards fail after they are charged, once`(
    card: SandboxCard,
    error: PaymentGatewayError
  ) async throws {
    for _ in 1...2 {
      await #expect(throws: error) { try await charge(to: card) }
    }
    #expect(try await gateway().charge(reference: "i1") == charged)
    #expect(try await memory.all(ProcessorCharge.self).count == 1)
  }

  @Test func `one card loses its first answer and is charged once`() async throws {
    await #expect(throws: PaymentGatewayError.timedOut) { try await charge(to: .lostAnswer) }
    #expect(try await charge(to: .lostAnswer) == charged)
    #expect(try await memory.all(ProcessorCharge.self).count == 1)
  }

  @Test func `the same request with the same key gives the same answer`() async throws {
    for _ in 1...3 { #expect(try await charge() == charged) }
    #expect(try await memory.all(ProcessorCharge.self).count == 1)
  }

  @Test func `another request with a known key is refused`() async throws {
    try await charge()
    await #expect(throws: PaymentGatewayError.keyReused) { try await charge(501) }
    await #expect(throws: PaymentGatewayError.keyReused) { try await charge(to: .declined) }
    #expect(try await gateway().charge(reference: "i1") == charged)
  }

  @Test func `an unknown card and an amount of nothing are declined`() async throws {
    let stranger = CardToken(rawValue: "4242424242424242")
    let key = IdempotencyKey(rawValue: "key-2")
    #expect(
      try await gateway().charge(eur(1), to: stranger, key: key, reference: "i2")
        == .declined(DeclineReason(rawValue: "unknown_card"))
    )
    #expect(try await charge(0) == .declined(DeclineReason(rawValue: "invalid_amount")))
  }

  @Test func `refunds stop at the charge, and replay by their key`() async throws {
    try await charge()
    let refused = RefundAnswer.refused(reason: "more than is left of the charge")
    for _ in 1...2 { #expect(try await refund(eur(300), as: "r0") == .refunded(at: noon)) }
    #expect(try await refund(eur(201), as: "r1") == refused)
    #expect(try await refund(eur(200), as: "r2") == .refunded(at: noon))
    #expect(try await gateway().refund(reference: "r1") == refused)
    #expect(try await gateway().refund(reference: "r3") == nil)
    await #expect(throws: PaymentGatewayError.keyReused) { try await refund(eur(1), as: "r0") }
  }

  @Test func `a refund that no sum can hold is refused`() async throws {
    try await charge(.max)
    #expect(try await refund(eur(1), as: "r1") == .refunded(at: noon))
    let refused = RefundAnswer.refused(reason: "more than is left of the charge")
    #expect(try await refund(eur(.max), as: "r2") == refused)
  }

  @Test func `a refund of no charge, of nothing or in another currency is refused`() async throws {
    try await charge()
    let other = ChargeID(rawValue: "ch_other")
    let dollar = Money(minorUnits: 100, currency: .usd)
    let invalid = RefundAnswer.refused(reason: "invalid amount")
    #expect(try await refund(eur(1), of: other, as: "r1") == .refused(reason: "no such charge"))
    #expect(try await refund(eur(0), as: "r2") == invalid)
    #expect(try await refund(dollar, as: "r3") == invalid)
  }

  @Test func `a refund goes wrong as its card does`() async throws {
    _ = try? await charge(to: .timeoutAfter)
    await #expect(throws: PaymentGatewayError.timedOut) { try await refund(eur(100), as: "r1") }
    #expect(try await gateway().refund(reference: "r1") == .refunded(at: noon))
  }
}
