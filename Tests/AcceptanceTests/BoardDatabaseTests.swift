import Foundation
import Testing

/// A database that goes away under a program that keeps it open, or that a newer app takes over.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct BoardDatabaseTests {
  @Test func `a board whose database is gone says so, and goes on when it is back`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    let follower = try await board.follow()
    try await follower.expect("<button")
    try move("", to: ".away")
    let problem = "The database &#39;\(Home.current.database)&#39;"
    let gone = try await follower.expect(problem)
    // The orders stay to be read, and nothing can be done to them.
    #expect(gone.contains(id))
    #expect(!gone.contains("<button"))
    let refused = try await board.take("cook", of: id)
    #expect(refused.headers["location"]?.hasPrefix("/?notice=") == true)
    #expect(!FileManager.default.fileExists(atPath: Home.current.database))
    try move(".away", to: "")
    try await follower.expect("<button", without: problem)
    #expect(try await board.press("cook", of: id).headers["location"] == "/#order-\(id)")
  }

  @Test func `a board whose database a newer app has changed says so, and writes nothing`()
    async throws
  {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    let follower = try await board.follow()
    try await follower.expect("<button")
    let home = Home.current
    try await home.write("INSERT INTO grdb_migrations VALUES ('StatusUpdates/of-next-year')")
    let problem = "was written by a newer version of this app"
    let newer = try await follower.expect(problem)
    #expect(
      newer.contains("has added &#39;StatusUpdates/of-next-year&#39;. What is shown may be old.")
    )
    #expect(!newer.contains("<button"))
    let refused = try await board.send("POST", "/steps", form: ["order": id, "step": "cook"]) {
      $0.headers["Accept"] = "application/json"
    }
    #expect(refused.status == 409)
    #expect(refused.body.contains(problem))
    try await home.write("DELETE FROM grdb_migrations WHERE identifier LIKE '%of-next-year'")
    try await follower.expect("<button", without: problem)
    let order = try await kitchen("orders --json").result(TicketsResult.self).orders[0]
    #expect(order.status == "chef-assigned")
  }

  @Test func `a customer who follows an order is told that the database is gone`() async throws {
    let id = try await placeOrder()
    let customer = try await TerminalProgram.cooking(id)
    try move("", to: ".away")
    try await customer.expect("was moved, replaced or deleted")
    #expect(try await customer.end() == 15)
  }

  private func move(_ suffix: String, to other: String) throws {
    let database = Home.current.database
    for part in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: database + part + suffix) {
      try FileManager.default.moveItem(
        atPath: database + part + suffix,
        toPath: database + part + other
      )
    }
  }
}
