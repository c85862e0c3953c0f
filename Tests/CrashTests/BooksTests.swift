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
      try Books.faults(in: app).filter { $0.hasPrefix("cancelled") }
        == ["cancelled, paid and not refunded: \(order)"]
    )
  }

  @Test func `an order that is refunded in full and delivered is found`() async throws {
    let app = try App()
    let order = try await app.paidOrder()
    #expect(try await app.giveBack("refund", order).status == 0)
    #expect(try Books.faults(in: app) == [])
    try await change(app, "UPDATE statusChange SET status = 'delivered' WHERE status = 'cancelled'")
    #expect(
      try Books.faults(in: app).filter { $0.hasPrefix("refunded") }
        == ["refunded in full and delivered: \(order)"]
    )
  }

  private func change(_ app: App, _ sql: String) async throws {
    let queue = try DatabaseQueue(path: app.database)
    try await queue.write { db in try db.execute(sql: sql) }
    try queue.close()
  }
}
