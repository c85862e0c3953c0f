import FlowKit
import Testing

@testable import Payments

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

  @Test func `parts are given back until nothing is left`() async throws {
    let (till, receipt) = try await paid()
    _ = try await till.cashier.refund(eur(1000), of: receipt)
    #expect(try await refusal(of: 1641, receipt, at: till) == .paymentsExceeded)
    _ = try await till.cashier.refund(eur(1640), of: receipt)
    #expect(try await refusal(of: 1, receipt, at: till) == .paymentsExceeded)
    #expect(try await till.balances()[.processor] == 0)
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
