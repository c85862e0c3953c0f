import Foundation
import ProgramTesting
import Testing

/// `cookr cancel`: as long as the meal is not on its way, with the money back.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct CancelTests {
  private func status(of id: String) async throws -> String {
    try await cookr("track \(id) --json").result("timeline", Timeline.self).status
  }

  @Test func `an order that was not paid ends, and nothing is charged`() async throws {
    let id = try await placeOrder()
    let cancelled = try await cookr("cancel \(id) --yes --json").result("timeline", Timeline.self)
    let steps = ["placed", "cancelled"].map(Timeline.Change.init)
    #expect(
      cancelled == Timeline(order: id, status: "cancelled", changes: steps)
    )
    #expect(try await cookr("track \(id) --json").result("timeline", Timeline.self) == cancelled)
    #expect(try Ledger.charges(in: Home.current) == [])
  }

  @Test func `an order that was paid gives all of it back`() async throws {
    let id = try await paidOrder()
    let paid = try Ledger.charges(in: Home.current)
    #expect(paid.count == 1)
    let cancelled = try await cookr("cancel \(id) --yes --json").result("timeline", Timeline.self)
    #expect(cancelled.status == "cancelled")
    #expect(try Ledger.charges(in: Home.current) == paid + paid.map(-))
    #expect(try Ledger.unbalancedTransactions(in: Home.current) == [])
  }

  @Test func `cancel asks first, and "no" leaves the order as it is`() async throws {
    let id = try await placeOrder()
    try await cookr("cancel \(id)").fails(
      11,
      "no answer to 'cancel' (Cancel order \(id)?)",
      help: "give --yes, or run it in a terminal"
    )
    let refused = try await cookr("cancel \(id)", input: "no\n")
    #expect(refused.status == 130)
    #expect(refused.error == "cancelled\n")
    #expect(try await status(of: id) == "placed")
  }

  @Test func `an order that has ended is refused`() async throws {
    let cancelled = try await placeOrder()
    #expect(try await cookr("cancel \(cancelled) --yes").status == 0)
    let delivered = try await deliveredOrder()
    try await cookr("cancel \(cancelled) --yes --json").fails(
      14,
      "order '\(cancelled)' is already cancelled",
      help: "see 'cookr track \(cancelled)'"
    )
    try await cookr("cancel \(delivered) --yes --json").fails(
      14,
      "order '\(delivered)' is delivered and cannot be cancelled any more",
      help: "'cookr refund \(delivered)' gives money back until 30 minutes after delivery"
    )
    #expect(try Ledger.charges(in: Home.current).count == 1)
  }

  @Test func `an order that is delivered while the question is open keeps its price`()
    async throws
  {
    let id = try await paidOrder()
    let paid = try Ledger.charges(in: Home.current)
    let program = try TerminalProgram("cancel \(id)")
    try await program.expect("Cancel order \(id)?")
    let track = try await cookr("track \(id) --yes --json")
    #expect(try track.result("timeline", Timeline.self).status == "delivered")
    try program.type("y")
    try await program.fails(
      14,
      "order '\(id)' is delivered and cannot be cancelled any more",
      help: "'cookr refund \(id)' gives money back until 30 minutes after delivery"
    )
    #expect(try Ledger.charges(in: Home.current) == paid)
  }

  @Test func `a cancelled order is not paid, and takes no tip and no chef`() async throws {
    let id = try await placeOrder()
    let unpaid = try TerminalProgram("meal --order \(id)")
    try await unpaid.findChef()
    try unpaid.type("\u{3}")
    #expect(try await unpaid.end() == 130)
    #expect(try await cookr("cancel \(id) --yes").status == 0)

    let home = try TerminalProgram()
    try await home.answer([
      "What would you like?": "4\r", "What else?": "3\r", "Which order?": "\r",
    ])
    try await home.expect("order '\(id)' is cancelled")
    try await home.answer(["What would you like?": "\u{3}"])
    #expect(try await home.end() == 0)
    for link in ["tip/\(id)", "chef/thai?order=\(id)"] {
      try await cookr("open cookr://\(link) --tip 10 --yes --json")
        .fails(14, "order '\(id)' is cancelled", help: "place a new order")
    }
    #expect(try Ledger.charges(in: Home.current) == [])
  }

  @Test func `a meal that is on its way takes no tip yet`() async throws {
    let id = try await paidOrder()
    try await cookr("open cookr://tip/\(id) --tip 10 --yes --json").fails(
      14,
      "order '\(id)' is chef assigned, and the chef is tipped after delivery",
      help: "'cookr track \(id)' follows it"
    )
    #expect(try Ledger.charges(in: Home.current).count == 1)
  }

  @Test func `an order that has not left the kitchen is cancelled and not refunded`() async throws {
    let id = try await paidOrder()
    try await cookr("refund \(id) --amount 1 --yes").fails(
      14,
      "order '\(id)' is chef assigned and not refunded in part",
      help: "'cookr cancel \(id)' cancels it and gives everything back"
    )
    #expect(try await orders().map(\.status) == ["chef-assigned"])
  }

  @Test func `an order is named in either case`() async throws {
    let id = try await placeOrder()
    #expect(try await cookr("cancel \(id.uppercased()) --yes").status == 0)
    #expect(try await orders().map(\.status) == ["cancelled"])
  }
}

/// `cookr refund`: a part, all, and never more.
@Suite(.freshHome)
struct RefundTests {
  /// Pays a meal of 2 × €9.80 and its delivery.
  private func payMeal() async throws -> (id: String, total: Int) {
    let run = try await cookr("meal --dish falafel --quantity 2 --yes --json")
    let journey = try run.result(Journey.self)
    return (journey.order.id, journey.receipt.total.minorUnits)
  }

  @Test func `parts go back until nothing is left`() async throws {
    let (id, total) = try await payMeal()
    let part = try await cookr("refund \(id) --amount 12.50 --yes --json")
    let first = Refund(order: id, amount: Amount(minorUnits: 1250))
    #expect(try part.result("refund", Refund.self) == first)
    let rest = try await cookr("refund \(id) --yes --json").result("refund", Refund.self)
    #expect(rest == Refund(order: id, amount: Amount(minorUnits: total - 1250)))
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
}

/// `cookr books`: what the ledger comes to.
@Suite(.freshHome)
struct BooksTests {
  @Test func `balances are shown, and every transaction sums to zero`() async throws {
    #expect(try await cookr("books").output.contains("Nothing is booked yet."))
    let id = try await deliveredOrder()
    try #require(try await cookr("refund \(id) --amount 5 --yes").status == 0)
    let books = try await cookr("books")
    #expect(books.status == 0)
    let balance = try Ledger.charges(in: Home.current).reduce(0, +)
    #expect(books.output.contains("Processor   \(euros(balance))"))
    #expect(books.output.contains("Chef's fee  -€"))
    #expect(books.output.contains("Refunds     €5.00"))
    #expect(books.output.contains("2 transactions, each sums to zero"))
    let entries = try await cookr("books --entries").output
    #expect(entries.split(separator: "capture-").count == 2)
    #expect(entries.split(separator: "refund-").count == 2)
  }
}
