import GRDB
import ProgramTesting
import Testing

/// The sweeps' own rules find what they are there for.
struct BooksTests {
  @Test func `an order that is cancelled, paid and not refunded is found`() async throws {
    let app = try App()
    let order = try await app.paidOrder()
    #expect(try Books.faults(in: app) == [])
    try await change(app, "UPDATE statusChange SET status = 'cancelled' WHERE sequence = 2")
    #expect(
      try Books.faults(in: app).filter { $0.hasPrefix("cancelled, paid") }
        == ["cancelled, paid and not refunded: \(order)"]
    )
  }

  @Test func `a refund of a meal that is neither cancelled nor on its way is found`() async throws {
    let app = try App()
    let order = try await app.paidOrder()
    #expect(try await app.giveBack("cancel", order).status == 0)
    #expect(try Books.faults(in: app) == [])
    try await change(app, "UPDATE statusChange SET status = 'cooking' WHERE status = 'cancelled'")
    #expect(try Books.faults(in: app).filter { $0.hasPrefix("given back") }.count == 1)
  }

  @Test func `an acceptance without its chef is found`() async throws {
    let app = try App()
    let order = try await app.paidOrder()
    try await change(app, "DELETE FROM assignment")
    #expect(
      try Books.faults(in: app).filter { $0.hasPrefix("accepted") }
        == ["accepted by no chef, or by several: \(order)"]
    )
  }

  private func change(_ app: App, _ sql: String) async throws {
    let queue = try DatabaseQueue(path: app.database)
    try await queue.write { db in try db.execute(sql: sql) }
    try queue.close()
  }
}
