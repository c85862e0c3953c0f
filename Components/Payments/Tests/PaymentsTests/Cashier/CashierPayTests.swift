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

  @Test func `eight processes that pay at once charge once`() async throws {
    let till = Till()
    let codes = try await withThrowingTaskGroup { group in
      for _ in 1...8 {
        let process = try till.another()
        group.addTask { try await failureCode { try await process.cashier.payMeal() } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.contains(nil))
    #expect(codes.allSatisfy { $0 == nil || $0 == .paymentsUnderWay })
    #expect(try await till.charges.count == 1)
    #expect(try await till.outcomes() == ["captured"])
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
