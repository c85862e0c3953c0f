import ProgramTesting
import Testing

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
