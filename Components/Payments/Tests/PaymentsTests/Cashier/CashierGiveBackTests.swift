import FlowKit
import Testing

@testable import Payments

/// Giving back all that is left, without a question, as often and by as many as like to.
@Suite(.timeLimit(.minutes(1)))
struct CashierGiveBackTests {
  private func pay(
    _ purpose: PaymentPurpose,
    _ minorUnits: Int64,
    with card: SandboxCard = .success,
    at till: Till
  ) async throws -> Receipt {
    let isTip = purpose == .tip
    let quote = try quote(
      meal: isTip ? 0 : minorUnits,
      fee: 0,
      tip: isTip ? minorUnits : 0
    )
    return try await till.cashier.pay(quote, for: order, purpose, with: card.method)
  }

  @Test(arguments: [SandboxCard.success, .timeoutAfter, .lostAnswer, .serverError])
  func `the rest of the meal and the tip go back once`(card: SandboxCard) async throws {
    let till = Till()
    let meal = try await pay(.meal, 2350, with: card, at: till)
    _ = try await pay(.tip, 200, with: card, at: till)
    _ = try await till.cashier.refund(eur(350), of: meal)
    let refunds = try await till.cashier.giveBack(order)
    #expect(refunds.map(\.amount) == [eur(2000), eur(200)])
    #expect(try await till.cashier.giveBack(order) == [])
    #expect(try await till.refunds.count == 3)
    // Nothing is owed for a cancelled order.
    #expect(try await till.balances().allSatisfy { $0.value == 0 })
  }

  @Test func `nothing is given back of what was never paid`() async throws {
    let till = Till()
    #expect(try await till.cashier.giveBack(order) == [])
    try await failureCode { try await pay(.meal, 2350, with: .declined, at: till) }
    #expect(try await till.cashier.giveBack(order) == [])
    #expect(try await till.refunds == [])
  }

  @Test func `a payment that a killed process began is asked about first`() async throws {
    let till = Till()
    let killed = try till.store.another()
    let begun = try intent("i1")
    _ = try await killed.create(begun)
    #expect(
      try await failureCode { try await till.cashier.giveBack(order) } == .paymentsUnderWay
    )
    _ = try await SandboxGateway(
      store: till.processor,
      now: { noon },
      makeIdentifier: { "charge" }
    ).charge(
      begun.quote.total,
      to: SandboxCard.success.method.token,
      key: begun.key,
      reference: begun.id.rawValue
    )
    try killed.close()
    #expect(try await till.cashier.giveBack(order).map(\.amount) == [begun.quote.total])
    #expect(try await till.balances()[.processor] == 0)
  }

  @Test func `a refund that is in doubt is not given back again`() async throws {
    let till = Till()
    let meal = try await pay(.meal, 2350, at: till)
    let silent = till.silent()
    try await failureCode { try await silent.cashier.refund(eur(2350), of: meal) }
    #expect(
      try await failureCode { try await silent.cashier.giveBack(order) } == .paymentsPending
    )
    // The processor never heard of it.
    #expect(try await till.cashier.giveBack(order).map(\.amount) == [eur(2350)])
    #expect(try await till.refunds.map(\.amount) == [eur(2350)])
  }

  @Test func `a refund that another process makes is not made again`() async throws {
    let till = Till()
    _ = try await pay(.meal, 2350, at: till)
    let other = try till.store.another()
    let history = try await till.store.history(of: order)
    let begun = refund("r1", of: history.intents[0], 2350)
    _ = try await other.create(begun)
    #expect(
      try await failureCode { try await till.cashier.giveBack(order) } == .paymentsUnderWay
    )
    #expect(try await till.refunds == [])
  }
}

struct CashierRefundTests {
  private func paid(with card: SandboxCard = .success) async throws -> (Till, Receipt) {
    let till = Till()
    let receipt = try await till.cashier.payMeal(with: card)
    return (till, receipt)
  }

  private func refusal(
    of minorUnits: Int64,
    _ receipt: Receipt,
    at till: Till
  ) async throws -> FlowFailure.Code? {
    try await failureCode { try await till.cashier.refund(eur(minorUnits), of: receipt) }
  }

  @Test(arguments: [SandboxCard.success, .timeoutAfter, .lostAnswer, .serverError])
  func `a refund is made once, whatever the processor says`(card: SandboxCard) async throws {
    let (till, receipt) = try await paid(with: card)
    let refund = try await till.cashier.refund(eur(1000), of: receipt)
    #expect(refund.outcome == .refunded(at: noon))
    #expect(try await till.refunds.map(\.amount) == [eur(1000)])
    #expect(
      try await till.balances() == [
        .processor: 1640, .chef: -2196, .fee: -271, .tax: -173, .refunds: 1000,
      ]
    )
    let now = try await till.cashier.receipt(for: order, .meal)
    #expect(now?.refunds == [refund])
    #expect(now?.refundable == eur(1640))
  }

  @Test func `of ten full refunds at once one is made`() async throws {
    let (till, receipt) = try await paid()
    let codes = try await withThrowingTaskGroup { group in
      for _ in 1...10 {
        group.addTask { try await refusal(of: 2640, receipt, at: till) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.filter { $0 == nil }.count == 1)
    #expect(codes.filter { $0 == .paymentsExceeded }.count == 9)
    #expect(try await till.refunds.count == 1)
  }

  @Test(arguments: [0, -1] as [Int64])
  func `nothing, or less, is not given back`(minorUnits: Int64) async throws {
    let (till, receipt) = try await paid()
    #expect(try await refusal(of: minorUnits, receipt, at: till) == .invalidParameters)
  }

  @Test func `a refund that the processor refuses leaves the money refundable`() async throws {
    let (till, receipt) = try await paid()
    let forgetful = Till(store: till.store)
    #expect(try await refusal(of: 1, receipt, at: forgetful) == .paymentsNotRefunded)
    #expect(try await till.cashier.receipt(for: order, .meal)?.refundable == eur(2640))
    #expect(try await till.balances()[.processor] == 2640)
  }

  @Test func `a refund that is in doubt stays pending, and counts`() async throws {
    let (till, receipt) = try await paid()
    let silent = till.silent()
    #expect(try await refusal(of: 2000, receipt, at: silent) == .paymentsPending)
    #expect(try await refusal(of: 641, receipt, at: silent) == .paymentsExceeded)
    #expect(try await till.store.unfinished(Refund.self).map(\.amount) == [eur(2000)])
  }
}
