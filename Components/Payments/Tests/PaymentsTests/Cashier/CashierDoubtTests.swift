import FlowKit
@testable import Payments
import PaymentsInterface
import Testing

/// What the cashier does when a processor leaves open what it did.
struct CashierDoubtTests {
  private let charged = Capture(charge: ChargeID(rawValue: "ch-1"), amount: eur(2640), at: noon)
  // The first identifier names the intent, the second is its key.
  private let key = IdempotencyKey(rawValue: "id-2")

  private func till(_ gateway: ScriptedGateway) -> Till {
    Till(through: { store, _ in (store, gateway) })
  }

  private func pay(at till: Till) async throws -> Receipt {
    try await till.cashier.pay(
      try quote(),
      for: order,
      .meal,
      with: SandboxCard.success.method
    )
  }

  @Test func `it asks before it charges a second time, with the same key`() async throws {
    let gateway = ScriptedGateway(
      charges: [.failure(.timedOut), .success([.charged(charged)])],
      knowledge: [.success(nil)]
    )
    let till = till(gateway)
    #expect(try await pay(at: till).capture == charged)
    #expect(gateway.calls == [.charge(key), .askCharge(key), .charge(key)])
  }

  @Test func `it does not charge again what was charged`() async throws {
    let gateway = ScriptedGateway(
      charges: [.failure(.serverError("500"))],
      knowledge: [.failure(.timedOut), .success(.charged(charged))]
    )
    #expect(try await pay(at: till(gateway)).capture == charged)
    #expect(gateway.calls == [.charge(key), .askCharge(key), .askCharge(key)])
  }

  @Test func `it tries a second time at most`() async throws {
    let gateway = ScriptedGateway(
      charges: [.failure(.timedOut), .failure(.timedOut)],
      knowledge: [.success(nil), .success(nil)]
    )
    let till = till(gateway)
    #expect(try await failureCode { _ = try await pay(at: till) } == .paymentsNotCharged)
    #expect(
      gateway.calls == [.charge(key), .askCharge(key), .charge(key), .askCharge(key)]
    )
    #expect(try await till.outcomes() == ["failed"])
  }

  @Test func `an answer that never comes is asked for`() async throws {
    let gateway = ScriptedGateway(
      charges: [.success([])],
      knowledge: [.success(.declined(.insufficientFunds))]
    )
    #expect(
      try await failureCode { _ = try await pay(at: till(gateway)) } == .paymentsDeclined
    )
  }

  @Test func `it leaves pending, for others to finish, what the processor does not say`()
    async throws
  {
    let gateway = ScriptedGateway(
      charges: [.failure(.timedOut)],
      knowledge: [.failure(.timedOut), .failure(.unreachable), .failure(.serverError("503"))]
    )
    let till = till(gateway)
    #expect(try await failureCode { _ = try await pay(at: till) } == .paymentsPending)
    #expect(
      gateway.calls == [.charge(key), .askCharge(key), .askCharge(key), .askCharge(key)]
    )
    #expect(try await till.outcomes() == ["pending"])
    #expect(try await till.store.unfinishedIntents().map(\.key) == [key])
    #expect(try await failureCode { _ = try await pay(at: till) } == .paymentsPending)
    #expect(gateway.calls.filter { $0 == .charge(key) }.count == 1)
  }

  @Test func `a known key of another request charges nothing`() async throws {
    let gateway = ScriptedGateway(charges: [.failure(.keyReused)])
    let till = till(gateway)
    #expect(try await failureCode { _ = try await pay(at: till) } == .paymentsNotCharged)
    #expect(gateway.calls == [.charge(key)])
  }

  @Test func `a charge that cannot be written down is reported, and written down later`()
    async throws
  {
    let fuse = Fuse()
    let till = Till(through: { store, gateway in
      (
        FusedPaymentStore(base: store, fuse: fuse),
        GatewayInterlude(base: gateway) { fuse.light(after: 0) }
      )
    })
    #expect(try await failureCode { _ = try await pay(at: till) } == .paymentsUnrecorded)
    #expect(try await till.outcomes() == ["pending"])
    till.store.close()
    let next = Till(store: till.store.another(), processor: till.processor)
    _ = try await PaymentRecovery(next.cashier).run()
    #expect(try await till.outcomes() == ["captured"])
  }

  @Test func `a store that fails before the charge is not hidden, and nothing is charged`()
    async throws
  {
    let fuse = Fuse(after: 4)
    let till = Till(through: { store, gateway in
      (FusedPaymentStore(base: store, fuse: fuse), gateway)
    })
    await #expect(throws: Fuse.Killed.self) { try await pay(at: till) }
    #expect(till.processor.charges.isEmpty)
  }
}
