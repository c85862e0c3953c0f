import FlowKit
import Testing

@testable import Payments

struct CashierPayTests {
  @Test(arguments: [SandboxCard.success, .timeoutAfter, .lostAnswer, .serverError])
  func `a card that is charged is charged once, whatever the processor says`(
    card: SandboxCard
  ) async throws {
    let till = Till()
    let receipt = try await till.cashier.payMeal(with: card)
    #expect(receipt.capture.amount == eur(2640))
    #expect(receipt.intent.card == card.method.card)
    #expect(try await till.charges.map(\.amount) == [eur(2640)])
    #expect(try await till.store.history(of: order).receipt(for: .meal) == receipt)
    #expect(
      try await till.balances() == [
        .processor: 2640, .chef: -2196, .fee: -271, .tax: -173,
      ]
    )
  }

  @Test(
    arguments: [
      (SandboxCard.declined, FlowFailure.Code.paymentsDeclined, "declined"),
      (.timeoutBefore, .paymentsNotCharged, "failed"),
      (.unreachable, .paymentsNotCharged, "failed"),
    ]
  )
  func `a card that is not charged leaves nothing open`(
    card: SandboxCard,
    code: FlowFailure.Code,
    outcome: String
  ) async throws {
    let till = Till()
    #expect(try await failureCode { try await till.cashier.payMeal(with: card) } == code)
    #expect(try await till.outcomes() == [outcome])
    #expect(try await till.balances() == [:])
    let receipt = try await till.cashier.payMeal()
    #expect(receipt.capture.amount == eur(2640))
  }

  @Test func `what is paid is not charged again, by any card`() async throws {
    let till = Till()
    let first = try await till.cashier.payMeal()
    #expect(try await till.cashier.payMeal(with: .lostAnswer) == first)
    #expect(try await till.charges.count == 1)
  }

  @Test func `ten submissions at once are one charge`() async throws {
    let till = Till()
    let receipts = try await withThrowingTaskGroup { group in
      for _ in 1...10 {
        group.addTask { try await till.cashier.payMeal() }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(receipts.count == 1)
    #expect(try await till.charges.count == 1)
  }

  @Test func `another process's payment under way is not touched`() async throws {
    let till = Till()
    _ = try await till.another().store.create(try intent("elsewhere"))
    #expect(try await failureCode { try await till.cashier.payMeal() } == .paymentsUnderWay)
    #expect(try await till.charges.isEmpty)
    #expect(try await till.outcomes() == ["pending"])
  }

  @Test func `what another process left is asked about, and then paid anew`() async throws {
    let till = Till()
    let killed = try till.store.another()
    _ = try await killed.create(try intent("left"))
    try killed.close()
    try await till.cashier.payMeal()
    #expect(try await till.outcomes() == ["failed", "captured"])
    #expect(try await till.charges.count == 1)
  }

  @Test func `a payment is recorded although its caller is cancelled`() async throws {
    let (reached, signal) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    let till = Till(
      processor: .inMemory {
        signal.finish()
        for await _ in released {}
        try Task.checkCancellation()
      }
    )
    let paying = Task { try await till.cashier.payMeal() }
    for await _ in reached {}
    paying.cancel()
    release.finish()
    let receipt = try await paying.value
    #expect(try await till.store.history(of: order).receipt(for: .meal) == receipt)
  }
}

/// What the cashier does when a processor leaves open what it did.
struct CashierDoubtTests {
  private let charged = Capture(charge: ChargeID(rawValue: "ch-1"), amount: eur(2640), at: noon)
  // The first identifier names the intent, the second is its key.
  private let sent = ScriptedGateway.Call.charge(IdempotencyKey(rawValue: "id-2"))
  private let searched = ScriptedGateway.Call.searchCharge("id-1")

  private func till(_ gateway: ScriptedGateway) -> Till {
    Till(through: { _ in gateway })
  }

  @Test func `it repeats the request with the same key`() async throws {
    let gateway = ScriptedGateway(
      charges: [.failure(.timedOut), .failure(.serverError("500")), .success(.charged(charged))]
    )
    #expect(try await till(gateway).cashier.payMeal().capture == charged)
    #expect(gateway.calls == [sent, sent, sent])
  }

  @Test func `it searches after the third attempt, and charges no more`() async throws {
    let gateway = ScriptedGateway(
      charges: Array(repeating: .failure(.timedOut), count: 3),
      found: [.failure(.timedOut), .success(.charged(charged))]
    )
    #expect(try await till(gateway).cashier.payMeal().capture == charged)
    #expect(gateway.calls == [sent, sent, sent, searched, searched])
  }

  @Test func `what the search does not find was not charged`() async throws {
    let gateway = ScriptedGateway(
      charges: Array(repeating: .failure(.timedOut), count: 3),
      found: [.success(nil)]
    )
    let till = till(gateway)
    #expect(try await failureCode { try await till.cashier.payMeal() } == .paymentsNotCharged)
    #expect(gateway.calls == [sent, sent, sent, searched])
    #expect(try await till.outcomes() == ["failed"])
  }

  @Test func `a search that comes too early finds nothing out`() async throws {
    let gateway = ScriptedGateway(
      charges: Array(repeating: .failure(.timedOut), count: 3),
      found: [.success(nil)],
      searchDelay: .seconds(60)
    )
    let till = till(gateway)
    #expect(try await failureCode { try await till.cashier.payMeal() } == .paymentsPending)
    #expect(try await till.outcomes() == ["pending"])
  }

  @Test func `a request that never left is not searched for`() async throws {
    let gateway = ScriptedGateway(charges: Array(repeating: .failure(.unreachable), count: 3))
    #expect(
      try await failureCode { try await till(gateway).cashier.payMeal() } == .paymentsNotCharged
    )
    #expect(gateway.calls == [sent, sent, sent])
  }

  @Test func `it leaves pending, for others to finish, what the processor does not say`()
    async throws
  {
    let gateway = ScriptedGateway(
      charges: Array(repeating: .failure(.timedOut), count: 3),
      found: [.failure(.timedOut), .failure(.unreachable), .failure(.serverError("503"))]
    )
    let till = till(gateway)
    #expect(try await failureCode { try await till.cashier.payMeal() } == .paymentsPending)
    #expect(gateway.calls == [sent, sent, sent, searched, searched, searched])
    #expect(try await till.outcomes() == ["pending"])
    #expect(try await till.store.unfinished(PaymentIntent.self).map(\.id.rawValue) == ["id-1"])
    #expect(try await failureCode { try await till.cashier.payMeal() } == .paymentsPending)
    #expect(gateway.calls.filter { $0 == sent }.count == 3)
  }

  @Test func `a known key of another request charges nothing`() async throws {
    let gateway = ScriptedGateway(charges: [.failure(.keyReused)])
    #expect(
      try await failureCode { try await till(gateway).cashier.payMeal() } == .paymentsNotCharged
    )
    #expect(gateway.calls == [sent])
  }

  @Test func `a charge that cannot be written down is reported, and written down later`()
    async throws
  {
    let fuse = Fuse()
    let till = Till(processor: .inMemory { fuse.light(after: 0) }, fuse: fuse)
    #expect(try await failureCode { try await till.cashier.payMeal() } == .paymentsUnrecorded)
    #expect(try await till.outcomes() == ["pending"])
    try till.store.close()
    let next = try till.another()
    _ = try await next.cashier.recover()
    #expect(try await till.outcomes() == ["captured"])
  }

  @Test func `a store that fails before the charge is not hidden, and nothing is charged`()
    async throws
  {
    let fuse = Fuse(after: 4)
    let till = Till(fuse: fuse)
    await #expect(throws: Fuse.Killed.self) { try await till.cashier.payMeal() }
    #expect(try await till.charges.isEmpty)
  }
}
