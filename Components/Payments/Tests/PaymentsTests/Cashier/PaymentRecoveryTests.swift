import FlowKit
import Testing

@testable import Payments

struct PaymentRecoveryTests {
  /// A process that died `moments` into a payment, or a refund after one, and the next process.
  private func next(
    after moments: Int,
    into doing: @Sendable (Cashier) async throws -> Void,
    gateway wrap: (any PaymentGateway) -> any PaymentGateway = { $0 },
    from first: Till? = nil
  ) async throws -> Till {
    let first = first ?? Till()
    let fuse = Fuse(after: moments)
    let killed = try first.another(fuse: fuse) { FusedGateway($0, fuse: fuse) }
    await #expect(throws: (any Error).self) { try await doing(killed.cashier) }
    #expect(fuse.isBlown)
    try killed.store.close()
    return try first.another(through: wrap)
  }

  @Sendable private func pay(_ cashier: Cashier) async throws {
    try await cashier.payMeal()
  }

  // The ports' calls in a payment, two moments each: unfinished, history, create, charge, record.
  private static let intentWritten = 6
  private static let charged = 8

  @Test func `a payment that was charged is recorded as captured`() async throws {
    let next = try await next(after: Self.charged, into: pay)
    let lines = try await next.cashier.recover()
    #expect(try await next.outcomes() == ["captured"])
    #expect(
      lines == ["the payment for order 'order-1' was made, '€26.40', and is recorded now"]
    )
    #expect(try await next.balances()[.processor] == 2640)
    #expect(try await next.cashier.recover() == [])
  }

  @Test func `a payment that never reached the processor is recorded as never made`() async throws {
    let next = try await next(after: Self.intentWritten, into: pay)
    let lines = try await next.cashier.recover()
    #expect(try await next.outcomes() == ["failed"])
    #expect(lines == ["the payment for order 'order-1' was never made"])
    #expect(try await next.charges.isEmpty)
    #expect(try await next.balances() == [:])
  }

  @Test func `what the processor does not say stays pending and is reported`() async throws {
    let next = try await next(
      after: Self.charged,
      into: pay,
      gateway: { _ in ScriptedGateway(charges: []) }
    )
    let lines = try await next.cashier.recover()
    #expect(
      lines == [
        "the payment for order 'order-1' is still pending: the payment processor has not reported "
          + "its result"
      ]
    )
    #expect(try await next.outcomes() == ["pending"])
  }

  @Test func `what the books refuse stays pending, is reported, and holds nothing else up`()
    async throws
  {
    let first = Till()
    let wrong = try intent("i1")
    let right = try intent("i2", for: OrderReference(rawValue: "order-2"))
    for intent in [wrong, right] { _ = try await first.store.create(intent) }
    try first.store.close()
    let otherAmount = Capture(charge: ChargeID(rawValue: "ch"), amount: eur(2641), at: noon)
    let gateway = ScriptedGateway(
      charges: [],
      found: [.success(.charged(otherAmount)), .success(.charged(capture(right)))]
    )
    let next = try first.another(through: { _ in gateway })
    let lines = try await next.cashier.recover()
    #expect(
      lines == [
        "the payment for order 'order-1' is unclear: the payment processor's result cannot be "
          + "recorded: 'capture-i1' takes '€26.41', expected '€26.40'",
        "the payment for order 'order-2' was made, '€26.40', and is recorded now",
      ]
    )
    #expect(try await next.store.unfinished(PaymentIntent.self) == [wrong])
    #expect(try await next.balances()[.processor] == 2640)
  }

  @Test func `a living process's payments and refunds are left alone`() async throws {
    let till = Till()
    _ = try await till.store.create(try intent("alive"))
    let lines = try await till.another().cashier.recover()
    #expect(lines == [])
    #expect(try await till.outcomes() == ["pending"])
  }

  @Test(arguments: [6, 8])
  func `a refund is finished as a payment is`(moments: Int) async throws {
    let first = Till()
    let receipt = try await first.cashier.payMeal()
    // In a refund: create, refund, record.
    let next = try await next(
      after: moments - 4,
      into: { _ = try await $0.refund(eur(500), of: receipt) },
      from: first
    )
    let lines = try await next.cashier.recover()
    let isMade = moments == 8
    #expect(
      lines == [
        isMade
          ? "the refund of '€5.00' for order 'order-1' was made and is recorded now"
          : "the refund of '€5.00' for order 'order-1' was never made"
      ]
    )
    #expect(try await next.balances()[.processor] == (isMade ? 2140 : 2640))
    #expect(try await next.refunds.count == (isMade ? 1 : 0))
  }

  @Test(arguments: 0..<10)
  func `a payment killed at any moment is made at most once, and can be made after`(
    moments: Int
  ) async throws {
    let next = try await next(after: moments, into: pay)
    _ = try await next.cashier.recover()
    #expect(try await next.store.unfinished(PaymentIntent.self) == [])
    try await pay(next.cashier)
    #expect(try await next.charges.count == 1)
    #expect(try await next.balances()[.processor] == 2640)
  }
}
