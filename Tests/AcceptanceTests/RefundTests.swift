import ProgramTesting
import Testing

/// `cookr refund`: a part, all, and never more.
@Suite(.freshHome)
struct RefundTests {
  /// Pays a meal of 2 × €9.80 and its delivery.
  private func payMeal() async throws -> (id: String, total: Int) {
    let run = try await cookr("meal --dish falafel --quantity 2 --yes --json")
    let journey = try run.result(JourneyResult.self)
    return (journey.order.id, journey.receipt.total.minorUnits)
  }

  @Test func `parts go back until nothing is left`() async throws {
    let (id, total) = try await payMeal()
    let part = try await cookr("refund \(id) --amount 12.50 --yes --json")
    let first = RefundResult.Refund(order: id, amount: Amount(minorUnits: 1250))
    #expect(try part.result(RefundResult.self).refund == first)
    let rest = try await cookr("refund \(id) --yes --json").result(RefundResult.self).refund
    #expect(rest == RefundResult.Refund(order: id, amount: Amount(minorUnits: total - 1250)))
    try await cookr("refund \(id) --yes").fails(31, "nothing is left to refund of order '\(id)'")
    #expect(try Ledger.charges(in: Home.current) == [total, -1250, 1250 - total])
    #expect(try Ledger.unbalancedTransactions(in: Home.current) == [])
  }

  @Test func `a refund without '--yes' asks`() async throws {
    let (id, total) = try await payMeal()
    try await cookr("refund \(id) --amount 5").fails(
      11,
      "no answer to 'refund' (Give €5.00 back to Visa •••• 4242?)",
      help: "give --yes, or run it in a terminal"
    )
    let refused = try await cookr("refund \(id) --amount 5", input: "no\n")
    #expect(refused.status == 130)
    #expect(refused.error == "cancelled\n")
    #expect(try Ledger.charges(in: Home.current) == [total])
  }

  @Test func `more than was paid, and what is no amount, stay where they are`() async throws {
    let (id, total) = try await payMeal()
    let left = euros(total).dropFirst()
    let range = "is out of range, expected more than 0 and at most '\(left)', given by --amount"
    let refusals = [
      ("1000", "amount '1000' \(range)", nil), ("0", "amount '0' \(range)", nil),
      ("twelve", "'twelve' is not an amount in EUR, given by --amount", "write it as '12.50'"),
    ]
    for (amount, message, help) in refusals {
      try await cookr("refund \(id) --amount \(amount) --yes").fails(10, message, help: help)
    }
    #expect(try Ledger.charges(in: Home.current) == [total])
  }

  @Test func `an order that was not paid has nothing to give back`() async throws {
    let id = try await placeOrder()
    try await cookr("refund \(id) --yes").fails(31, "nothing was paid for order '\(id)'")
  }
}
