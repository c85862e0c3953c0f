import Foundation
import ProgramTesting
import Testing

/// The kitchen's app beside the customers', each a process of its own on one database.
@Suite(.freshHome)
struct KitchenTests {
  @Test func `a customer who follows an order sees each step of the kitchen`() async throws {
    let id = try await placeOrder()
    let customer = try await TerminalProgram.cooking(id)
    #expect(try await kitchen("cook \(id)").status == 0)
    try await customer.expect("is being cooked")
    #expect(try await kitchen("hand-over \(id)").status == 0)
    try await customer.expect("is on its way")
    #expect(try await kitchen("deliver \(id)").status == 0)
    try await customer.expect("is delivered")
    try await customer.expect("enjoy your meal")
    try await customer.answer([" a tip?": "\r"])
    #expect(try await customer.end() == 0)
    #expect(try await kitchen("orders --json").result("orders", [Ticket].self) == [])
  }

  @Test func `an order is offered, accepted, paid, cooked and delivered`() async throws {
    #expect(try await kitchen("orders").output.contains("None at the moment."))
    let offered = try await OfferedOrder("--tip 10")
    let id = offered.id
    let chef = Ticket.Chef(id: offered.chef)
    #expect(
      try await kitchen("orders --json").result("orders", [Ticket].self)
        == [.init(id: id, status: "offered", chef: chef, steps: ["accept", "decline"])]
    )
    let list = try await kitchen("--kitchen \(offered.chef.uppercased())").output
    #expect(list.contains("offered, 1 × Falafel Plate, classic, "))
    #expect(list.contains("Next: 'kitchen accept \(id) --kitchen \(offered.chef.uppercased())'\n"))
    #expect(try await kitchen("--kitchen mai-srisai").output.contains("None at the moment."))
    let accepted = try await kitchen("accept \(id.uppercased()) --json").result(
      "order",
      Ticket.self
    )
    #expect(accepted == .init(id: id, status: "accepted", chef: chef, steps: ["cancel"]))
    try await kitchenSees(id, "chef-assigned")
    for step in ["cook", "hand-over", "deliver"] {
      #expect(try await kitchen("\(step) \(id)").status == 0)
    }
    let meal = try await offered.meal.value.result(Journey.self)
    #expect(meal.chef.id == offered.chef)
    #expect(meal.timeline.status == "delivered")
    #expect(meal.tip?.state == "given")
    #expect(try await kitchen("orders --json").result("orders", [Ticket].self) == [])
  }

  @Test func `a declined order is offered to the next chef, and nobody is paid before`()
    async throws
  {
    let offered = try await OfferedOrder()
    let declined = try await kitchen(
      #"decline \#(offered.id) --reason closed --json"#
    ).result("order", Ticket.self)
    #expect(declined.status == "declined")
    #expect(declined.steps == [])
    try await kitchenSees(offered.id, "offered")
    let next = try await kitchen("orders --json").result("orders", [Ticket].self)[0]
    #expect(next.chef.id != offered.chef)
    #expect(try Ledger.charges(in: .current) == [])
    let accepted = try await kitchen("accept \(offered.id)")
    #expect(accepted.status == 0)
    #expect(
      accepted.output.contains("  Next: the customer pays, then 'kitchen cook \(offered.id)'\n")
    )
    try await kitchenSees(offered.id, "chef-assigned")
    #expect(try Ledger.charges(in: .current).count == 1)
    #expect(try await kitchen("cancel \(offered.id) --reason fire").status == 0)
    let meal = try await offered.meal.value
    #expect(meal.status == 14)
    #expect(try Ledger.charges(in: .current).reduce(0, +) == 0)
  }

  @Test func `an order that no kitchen accepts ends unpaid`() async throws {
    let run = try await cookr(
      "meal --dish falafel --place gull-point --yes --json",
      environment: ["COOKR_CHEF_ANSWER_SECONDS": "1"],
      isDemo: false
    )
    #expect(run.status == 20)
    let order = try #require(try await orders().first)
    #expect(order.status == "cancelled")
    #expect(run.error.contains(/0 declined, [0-9]+ did not answer\n/))
    #expect(
      run.error.hasSuffix(
        "help: order again at another time or for another place; the order has ended, and nothing was "
          + "charged\n"
      )
    )
    #expect(try Ledger.charges(in: .current) == [])
    #expect(try await kitchen("accept \(order.order.id)").status == 14)
  }

  @Test(arguments: [
    ("--kitchen CHEF", "--kitchen CHEF"),
    ("--database .local/share/cookr/cookr.sqlite", "--database .local/share/cookr/cookr.sqlite"),
  ])
  func `a kitchen step advises next steps that work as printed`(
    options: String,
    advised: String
  ) async throws {
    let id = try await paidOrder()
    let chef = try await kitchen("orders --json").result("orders", [Ticket].self)[0].chef.id
    let advised = advised.replacing("CHEF", with: chef)
    let cooking = try await shell("kitchen cook \(id) \(options.replacing("CHEF", with: chef))")
    #expect(
      cooking.advised("kitchen")
        == ["kitchen hand-over \(id) \(advised)", "kitchen cancel \(id) \(advised)"]
    )
    let handedOver = try await shell(try #require(cooking.advised("kitchen").first))
    #expect(handedOver.advised("kitchen") == ["kitchen deliver \(id) \(advised)"])
    let elsewhere = try await shell("kitchen deliver \(id) --kitchen mai-srisai")
    #expect(elsewhere.status == 14)
    #expect(elsewhere.error.contains("is for the kitchen of "))
  }

  @Test(arguments: [
    (["COOKR_STARTED_BY": "make"], "make kitchen ARGS=\"hand-over ID\""),
    (["PATH": "/usr/bin:/bin"], "\(BuiltProducts.programs)/kitchen hand-over ID"),
    ([:], "kitchen hand-over ID"),
  ])
  func `a kitchen step advises next steps in the form in which the app was started`(
    environment: [String: String],
    advised: String
  ) async throws {
    let id = try await paidOrder()
    let cooking = try await kitchen("cook \(id)", environment: environment)
    #expect(cooking.output.contains("Next: '\(advised.replacing("ID", with: id))'\n"))
  }

  @Test(arguments: ["", " ", "Mai Srisai"])
  func `a kitchen in the environment is a setting like the others`(name: String) async throws {
    let run = try await kitchen("orders", environment: ["COOKR_KITCHEN": name])
    #expect(run.status == 0)
    #expect(run.error == "")
  }

  @Test func `a kitchen of no chef is refused with the nearest`() async throws {
    try await kitchen("orders", environment: ["COOKR_KITCHEN": "mai-srisay"]).fails(
      60,
      "invalid COOKR_KITCHEN 'mai-srisay', expected a chef's name",
      help: "did you mean 'mai-srisai'?"
    )
    try await kitchen("orders --kitchen mai-srisay").fails(
      10,
      "there is no chef 'mai-srisay'",
      help: "did you mean 'mai-srisai'?"
    )
  }

  @Test func `an order that its kitchen gives up is cancelled, and the customer's app refunds it`()
    async throws
  {
    let id = try await paidOrder()
    let given = try await kitchen("cancel \(id) --json").result("order", Ticket.self)
    #expect(given.status == "cancelled")
    #expect(given.steps == [])
    #expect(try await orders().map(\.status) == ["cancelled"])
    #expect(try Ledger.charges(in: .current).reduce(0, +) == 0)
    try await kitchen("cook \(id)").fails(14, "order '\(id)' is cancelled and cannot be cooked now")
  }

  @Test(arguments: ["track", "meal"])
  func `a customer who watches an order being given up learns of the refund`(command: String)
    async throws
  {
    let id = try await paidOrder()
    let price = try #require(try Ledger.charges(in: .current).first)
    let program =
      command == "track"
      ? try TerminalProgram("track \(id)", isDemo: false)
      : try TerminalProgram("meal --order \(id)", isDemo: false)
    try await program.expect("delivered      to come")
    #expect(try await kitchen("cancel \(id)").status == 0)
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
    try await kitchen(line).fails(64, "unknown command '\(word)'", help: "did you mean 'board'?")
  }

  @Test func `a database of a newer app is refused by the app whose component is newer`()
    async throws
  {
    let id = try await paidOrder()
    let later = "INSERT INTO grdb_migrations VALUES"
    try await Home.current.write("\(later) ('Payments/of-next-year')")
    #expect(try await kitchen("cook \(id)").status == 0)
    #expect(try await cookr("orders").status == 54)
    try await Home.current.write("\(later) ('StatusUpdates/of-next-year')")
    try await kitchen("hand-over \(id)").fails(
      54,
      "the database '\(Home.current.database)' was written by a newer version of this app, which "
        + "has added 'StatusUpdates/of-next-year'",
      help: "update the app, or start a new database with '--database FILE'"
    )
  }

  @Test func `a kitchen step without an order asks for one of those that allow it`() async throws {
    try await kitchen("cook").fails(14, "there is no order to cook")
    let id = try await paidOrder()
    let unanswered = try await kitchen("cook")
    #expect(unanswered.status == 11)
    let cooking = try await kitchen("cook --json", input: "\(id)\n").result("order", Ticket.self)
    #expect(cooking.id == id)
  }

  @Test func `an order that is not there, or offered to nobody, is refused`() async throws {
    let id = try await placeOrder()
    try await kitchen("accept \(id)").fails(
      14,
      "order '\(id)' is not offered any more, or was offered to nobody yet"
    )
    try await kitchen("accept A-17").fails(13, "unknown order 'a-17'", help: "choose one of \(id)")
  }

  @Test func `help lists every command, and the version the components that are built in`()
    async throws
  {
    let help = try await kitchen("--help")
    for command in [
      "orders", "accept", "decline", "cook", "hand-over", "deliver", "cancel", "board",
    ] {
      #expect(help.output.contains("\n  \(command) "))
    }
    let version = try await kitchen("--version")
    #expect(
      version.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        == ["ChefSourcing", "FlowKit", "OrderProcessing", "StatusUpdates"]
    )
  }
}
