import FlowKit
import Testing

@testable import Payments

struct SandboxGatewayTests {
  private let memory = ProcessorStore.inMemory()
  private let key = IdempotencyKey(rawValue: "key-1")

  private func gateway() -> SandboxGateway {
    let identifiers = Identifiers()
    return SandboxGateway(
      store: memory,
      now: { noon },
      makeIdentifier: { identifiers.next() }
    )
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
    let answers = try await gateway().charge(eur(500), to: .success, key: key, reference: "i1")
    #expect(answers == charged)
    #expect(try await gateway().charge(reference: "i1") == charged)
  }

  @Test func `a poor card is declined, and the decline is remembered`() async throws {
    let answers = try await gateway().charge(eur(500), to: .declined, key: key, reference: "i1")
    #expect(answers == .declined(.insufficientFunds))
    #expect(try await gateway().charge(reference: "i1") == .declined(.insufficientFunds))
  }

  @Test(arguments: [
    (SandboxCard.timeoutBefore, PaymentGatewayError.timedOut), (.unreachable, .unreachable),
  ])
  func `some cards fail before they are charged`(
    card: SandboxCard,
    error: PaymentGatewayError
  ) async throws {
    await #expect(throws: error) {
      try await gateway().charge(eur(500), to: card.method.token, key: key, reference: "i1")
    }
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
      await #expect(throws: error) {
        try await gateway().charge(eur(500), to: card.method.token, key: key, reference: "i1")
      }
    }
    #expect(try await gateway().charge(reference: "i1") == charged)
    #expect(try await memory.all(ProcessorCharge.self).count == 1)
  }

  @Test func `one card loses its first answer and is charged once`() async throws {
    let token = SandboxCard.lostAnswer.method.token
    await #expect(throws: PaymentGatewayError.timedOut) {
      try await gateway().charge(eur(500), to: token, key: key, reference: "i1")
    }
    #expect(try await gateway().charge(eur(500), to: token, key: key, reference: "i1") == charged)
    #expect(try await memory.all(ProcessorCharge.self).count == 1)
  }

  @Test func `the same request with the same key gives the same answer`() async throws {
    let gateway = gateway()
    for _ in 1...3 {
      #expect(
        try await gateway.charge(eur(500), to: .success, key: key, reference: "i1") == charged
      )
    }
    #expect(try await memory.all(ProcessorCharge.self).count == 1)
  }

  @Test func `another request with a known key is refused`() async throws {
    let gateway = gateway()
    _ = try await gateway.charge(eur(500), to: .success, key: key, reference: "i1")
    await #expect(throws: PaymentGatewayError.keyReused) {
      try await gateway.charge(eur(501), to: .success, key: key, reference: "i1")
    }
    await #expect(throws: PaymentGatewayError.keyReused) {
      try await gateway.charge(eur(500), to: .declined, key: key, reference: "i1")
    }
    #expect(try await gateway.charge(reference: "i1") == charged)
  }

  @Test func `an unknown card and an amount of nothing are declined`() async throws {
    let stranger = CardToken(rawValue: "4242424242424242")
    #expect(
      try await gateway().charge(eur(1), to: stranger, key: key, reference: "i1")
        == .declined(DeclineReason(rawValue: "unknown_card"))
    )
    #expect(
      try await gateway().charge(
        eur(0),
        to: .success,
        key: IdempotencyKey(rawValue: "key-2"),
        reference: "i2"
      )
        == .declined(DeclineReason(rawValue: "invalid_amount"))
    )
  }

  @Test func `refunds stop at the charge, and replay by their key`() async throws {
    let gateway = gateway()
    _ = try await gateway.charge(eur(500), to: .success, key: key, reference: "i1")
    let charge = ChargeID(rawValue: "ch_id-1")
    let keys = (1...4).map { IdempotencyKey(rawValue: "refund-\($0)") }
    let refused = RefundAnswer.refused(reason: "more than is left of the charge")
    #expect(
      try await gateway.refund(eur(300), of: charge, key: keys[0], reference: "r0")
        == .refunded(at: noon)
    )
    #expect(
      try await gateway.refund(eur(300), of: charge, key: keys[0], reference: "r0")
        == .refunded(at: noon)
    )
    #expect(
      try await gateway.refund(eur(201), of: charge, key: keys[1], reference: "r1") == refused
    )
    #expect(
      try await gateway.refund(eur(200), of: charge, key: keys[2], reference: "r2")
        == .refunded(at: noon)
    )
    #expect(try await gateway.refund(reference: "r1") == refused)
    #expect(try await gateway.refund(reference: "r3") == nil)
    await #expect(throws: PaymentGatewayError.keyReused) {
      try await gateway.refund(eur(1), of: charge, key: keys[0], reference: "r0")
    }
  }

  @Test func `a refund of no charge, of nothing or in another currency is refused`() async throws {
    let gateway = gateway()
    _ = try await gateway.charge(eur(500), to: .success, key: key, reference: "i1")
    let charge = ChargeID(rawValue: "ch_id-1")
    let dollar = Money(minorUnits: 100, currency: .usd)
    #expect(
      try await gateway.refund(
        eur(1),
        of: ChargeID(rawValue: "ch_other"),
        key: IdempotencyKey(rawValue: "r1"),
        reference: "r1"
      ) == .refused(reason: "no such charge")
    )
    #expect(
      try await gateway.refund(
        eur(0),
        of: charge,
        key: IdempotencyKey(rawValue: "r2"),
        reference: "r2"
      )
        == .refused(reason: "invalid amount")
    )
    #expect(
      try await gateway.refund(
        dollar,
        of: charge,
        key: IdempotencyKey(rawValue: "r3"),
        reference: "r3"
      )
        == .refused(reason: "invalid amount")
    )
  }

  @Test func `a refund goes wrong as its card does`() async throws {
    let gateway = gateway()
    _ = try? await gateway.charge(
      eur(500),
      to: SandboxCard.timeoutAfter.method.token,
      key: key,
      reference: "i1"
    )
    let refund = IdempotencyKey(rawValue: "r1")
    await #expect(throws: PaymentGatewayError.timedOut) {
      try await gateway.refund(
        eur(100),
        of: ChargeID(rawValue: "ch_id-1"),
        key: refund,
        reference: "r1"
      )
    }
    #expect(try await gateway.refund(reference: "r1") == .refunded(at: noon))
  }
}

extension CardToken {
  fileprivate static let success = SandboxCard.success.method.token
  fileprivate static let declined = SandboxCard.declined.method.token
}
