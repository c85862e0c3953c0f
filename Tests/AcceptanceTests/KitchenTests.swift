import Foundation
import GRDB
import ProgramTesting
import Testing

/// The kitchen's app beside the customers', each a process of its own on one database.
@Suite(.freshHome)
struct KitchenTests {
  @Test func `a customer who follows an order sees each step of the kitchen`() async throws {
    let id = try await placeOrder()
    let customer = try await TerminalProgram.cooking(id)
    #expect(try await kitchen("accept \(id)").status == 0)
    #expect(try await kitchen("cook \(id) --kitchen kitchen").status == 0)
    try await customer.expect("is being cooked")
    #expect(try await kitchen("hand-over \(id)").status == 0)
    try await customer.expect("is on its way")
    #expect(try await kitchen("deliver \(id)").status == 0)
    try await customer.expect("is delivered")
    try await customer.expect("Tip ")
    try customer.type("n")
    #expect(try await customer.end() == 0)
    #expect(try await kitchen("orders --json").result(TicketsResult.self).orders == [])
  }

  @Test func `a kitchen sees the orders that are paid`() async throws {
    _ = try await placeOrder("pad-thai")
    let none = try await kitchen("orders")
    #expect(none.output.contains("None at the moment."))
    let id = try await paidOrder()
    let waiting = TicketsResult.Ticket(
      id: id,
      status: "chef-assigned",
      steps: ["accept", "decline"]
    )
    #expect(try await kitchen("orders --json").result(TicketsResult.self).orders == [waiting])
    let accepted = try await kitchen(
      "accept \(id) --json",
      environment: ["COOKR_KITCHEN": "North"]
    )
    #expect(
      try accepted.result(StepResult.self).order
        == .init(id: id, status: "chef-assigned", kitchen: "North", steps: ["cook", "decline"])
    )
    let list = try await kitchen("--kitchen South")
    #expect(list.status == 0)
    #expect(list.output.contains("Orders for South"))
    #expect(list.output.contains("chef assigned, accepted by North, 1 × "))
  }

  @Test(arguments: [
    ("--kitchen North", "--kitchen North"),
    ("--kitchen=-1", "--kitchen=-1"),
    (#"--kitchen "Chef's table""#, #"--kitchen 'Chef'\''s table'"#),
    ("--database .local/share/cookr/cookr.sqlite", "--database .local/share/cookr/cookr.sqlite"),
    (
      "--database ./.local/share/cookr/cookr.sqlite --kitchen Ö",
      "--kitchen 'Ö' --database ./.local/share/cookr/cookr.sqlite"
    ),
  ])
  func `what a step advises next works as it is printed`(
    options: String,
    advised: String
  ) async throws {
    let id = try await paidOrder()
    let accepted = try await shell("kitchen accept \(id) \(options)")
    #expect(
      accepted.advised("kitchen")
        == ["kitchen cook \(id) \(advised)", "kitchen decline \(id) \(advised)"]
    )
    let cooking = try await shell(try #require(accepted.advised("kitchen").first))
    #expect(cooking.status == 0)
    let handedOver = try await shell(try #require(cooking.advised("kitchen").first))
    #expect(handedOver.advised("kitchen") == ["kitchen deliver \(id) \(advised)"])
    #expect(try await shell("kitchen decline \(id) --kitchen Other").status == 14)
  }

  @Test func `a name of the environment is in no command that is advised`() async throws {
    let id = try await paidOrder()
    let environment = ["COOKR_KITCHEN": "North"]
    let accepted = try await shell("kitchen accept \(id)", environment: environment)
    #expect(accepted.advised("kitchen") == ["kitchen cook \(id)", "kitchen decline \(id)"])
    for command in accepted.advised("kitchen") {
      #expect(try await shell(command, environment: environment).status == 0)
    }
  }

  @Test(arguments: [
    ("", 0, ""), (" ", 0, ""),
    (
      String(repeating: "x", count: 41), 60,
      "error: invalid COOKR_KITCHEN '\(String(repeating: "x", count: 41))', expected 1 to 40 characters\n"
    ),
  ])
  func `a name in the environment is a setting like the others`(
    name: String,
    status: Int,
    error: String
  ) async throws {
    let run = try await kitchen("orders", environment: ["COOKR_KITCHEN": name])
    #expect(run.status == status)
    #expect(run.error == error)
  }

  @Test func `of two kitchens that accept an order at once, one has it`() async throws {
    let id = try await paidOrder()
    async let north = kitchen("accept \(id) --kitchen North")
    async let south = kitchen("accept \(id) --kitchen South")
    let runs = try await [("North", north), ("South", south)]
    let winner = try #require(runs.first { $0.1.status == 0 })
    let loser = try #require(runs.first { $0.1.status != 0 })
    #expect(loser.1.status == 14)
    #expect(loser.1.output == "")
    #expect(
      loser.1.error == "error: order '\(id)' is already accepted by kitchen '\(winner.0)'\n"
    )
    #expect(try await kitchen("cook \(id) --kitchen \(winner.0)").status == 0)
    #expect(try await kitchen("hand-over \(id) --kitchen \(loser.0)").status == 14)
  }

  @Test(arguments: 1...4)
  func `a customer cancels or a kitchen hands over, never both`(round: Int) async throws {
    let id = try await paidOrder()
    #expect(try await kitchen("accept \(id)").status == 0)
    #expect(try await kitchen("cook \(id)").status == 0)
    async let handing = kitchen("hand-over \(id)")
    async let cancelling = cookr("cancel \(id) --yes")
    let (handed, cancelled) = try await (handing, cancelling)
    #expect(Set([handed.status, cancelled.status]) == [0, 14])
    let status = try await orders().map(\.status)
    #expect(status == [handed.status == 0 ? "on-its-way" : "cancelled"])
    let loser = handed.status == 0 ? cancelled : handed
    #expect(loser.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }.count == 1)
    #expect(loser.output == "")
    // What was paid for a cancelled order is back.
    let refunded = try Ledger.charges(in: .current).reduce(0, +) == 0
    #expect(refunded == (status == ["cancelled"]))
  }

  @Test func `a declined order is cancelled, and the customer's app gives the money back`()
    async throws
  {
    let id = try await paidOrder()
    let declined = try await kitchen("decline \(id) --json").result(StepResult.self)
    #expect(declined.order == .init(id: id, status: "cancelled", steps: []))
    #expect(try await orders().map(\.status) == ["cancelled"])
    #expect(try Ledger.charges(in: .current).reduce(0, +) == 0)
    let late = try await kitchen("accept \(id)")
    #expect(late.status == 14)
    #expect(
      late.error == "error: order '\(id)' is 'cancelled' and does not allow 'accept'\n"
    )
  }

  @Test(arguments: ["track", "meal"])
  func `who sees an order being declined is told that it is refunded`(command: String) async throws
  {
    let id = try await paidOrder()
    let price = try #require(try Ledger.charges(in: .current).first)
    let program =
      command == "track"
      ? try TerminalProgram("track", id, isDemo: false)
      : try TerminalProgram("meal", "--order", id, isDemo: false)
    try await program.expect("delivered      to come")
    #expect(try await kitchen("decline \(id)").status == 0)
    try await program.expect("Order \(id) is cancelled")
    try await program.expect(
      command == "track"
        ? "Order \(id) is refunded" : "has been cancelled; anything paid for it is refunded"
    )
    #expect(try await program.end() == (command == "track" ? 0 : 14))
    #expect(try Ledger.charges(in: .current) == [price, -price])
  }

  @Test(arguments: [("bord", "bord --port 0"), ("boardd", "boardd"), ("bord", "help bord")])
  func `a mistyped command is answered with the nearest`(word: String, line: String) async throws {
    let run = try await kitchen(line)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error == "error: unknown command '\(word)'\nhelp: did you mean 'board'?\n")
  }

  @Test func `a database of a newer app is refused by the app whose component is newer`()
    async throws
  {
    let id = try await paidOrder()
    try await remember("Payments/of-next-year")
    #expect(try await kitchen("accept \(id)").status == 0)
    let customer = try await cookr("orders")
    #expect(customer.status == 54)
    try await remember("StatusUpdates/of-next-year")
    let run = try await kitchen("cook \(id)")
    #expect(run.status == 54)
    #expect(
      run.error == """
        error: the database '\(Home.current.database)' was written by a newer version of this app, \
        which has added 'StatusUpdates/of-next-year'
        help: update the app, or start a new database with '--database FILE'

        """
    )
  }

  @Test func `without an order, one of those that allow the step is chosen`() async throws {
    let none = try await kitchen("accept")
    #expect(none.status == 14)
    #expect(none.error == "error: there is no order to accept\n")
    let id = try await paidOrder()
    let unanswered = try await kitchen("accept")
    #expect(unanswered.status == 11)
    let accepted = try await kitchen("accept --json", input: "\(id)\n").result(StepResult.self)
    #expect(accepted.order.id == id)
  }

  @Test func `an order that is not there, or not for a kitchen, is refused`() async throws {
    let id = try await placeOrder()
    let unpaid = try await kitchen("accept \(id)")
    #expect(unpaid.status == 14)
    #expect(unpaid.error.hasPrefix("error: order '\(id)' is 'placed' and waits for its customer"))
    let unknown = try await kitchen("accept A-17")
    #expect(unknown.status == 13)
    #expect(unknown.error == "error: unknown order 'A-17'\nhelp: choose one of \(id)\n")
  }

  @Test func `help lists every command, and the version the components that are built in`()
    async throws
  {
    let help = try await kitchen("--help")
    for command in ["orders", "accept", "cook", "hand-over", "deliver", "decline", "board"] {
      #expect(help.output.contains("\n  \(command) "))
    }
    let version = try await kitchen("--version")
    #expect(
      version.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        == ["FlowKit", "OrderProcessing", "StatusUpdates"]
    )
  }

  /// Lets the database look as if a later version of an app had brought it up to date.
  private func remember(_ step: String) async throws {
    let queue = try DatabaseQueue(path: Home.current.database)
    try await queue.write { db in
      try db.execute(
        sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)",
        arguments: [step]
      )
    }
    try queue.close()
  }
}
