import GRDB
import ProgramTesting
import Testing

/// `cookr open`: links that lead somewhere, and links that do not.
@Suite(.freshHome)
struct LinkTests {
  @Test func `a link presets what it names`() async throws {
    let run = try await cookr("open cookr://order/thai?flavour=smoky --dish pad-thai --yes --json")
    let order = try run.result("order", Order.self)
    #expect(order.flavour == "smoky")
    #expect(try await orders().map(\.order) == [order])
  }

  @Test func `a link shows what was paid`() async throws {
    let meal = try await cookr("meal --dish falafel --yes --json")
    let journey = try meal.result(Journey.self)
    let run = try await cookr("open cookr://receipt/\(journey.order.id) --json")
    let receipt = Receipt(
      order: journey.order.id,
      purpose: "meal",
      card: journey.receipt.card,
      total: journey.receipt.total
    )
    #expect(try run.result("receipts", [Receipt].self) == [receipt])
  }

  @Test func `opening a tip link that charges nothing says so`() async throws {
    let id = try await deliveredOrder()
    let run = try await cookr("open cookr://tip/\(id) --yes")
    #expect(run.output == "\n  No tip\n  ──────\n\n  Nothing was charged.\n\n")
  }

  @Test func `a chef is found for an order that is there, and for what it orders`() async throws {
    let id = try await placeOrder("falafel")
    try await cookr("open cookr://chef/thai?order=\(id)x --yes --json").fails(
      13,
      "there is no order '\(id)x'",
      help: "did you mean '\(id)'?"
    )
    let chef = try await cookr("open cookr://chef/thai?order=\(id) --yes --json")
    let found = try chef.result("chef", Chef.self)
    // The link's cuisine is not the order's, whose chef cooks the order.
    #expect(found.explanation.contains("Lebanese"))
    let meal = try await cookr("meal --order \(id) --yes --json").result(Journey.self)
    #expect(meal.chef == found)
  }

  @Test func `opening a link without an order shows the chefs and leaves nothing behind`()
    async throws
  {
    let run = try await cookr("open cookr://chef/thai --place old-harbour --yes --json")
    #expect(try run.result("chefs", [Chef].self).first?.id == "mai-srisai")
    #expect(try await orders() == [])
    let queue = try DatabaseQueue(path: Home.current.database)
    let rows = try await queue.read { db in
      try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM offer) + count(*) FROM assignment")
    }
    #expect(rows == 0)
  }

  @Test func `a link pays an order that a chef has accepted`() async throws {
    let id = try await placeOrder("falafel")
    let early = try await cookr("open cookr://pay/\(id) --yes")
    #expect(early.status == 14)
    _ = try await cookr("open cookr://chef/lebanese?order=\(id) --yes --json")
    let paid = try await cookr("open cookr://pay/\(id) --yes --json").result(
      "receipts",
      [Receipt].self
    )
    #expect(paid.map(\.purpose) == ["meal"])
    #expect(try await orders().map(\.status) == ["chef-assigned"])
  }

  private static let nowhere: [(link: String, message: String, help: String?)] = [
    ("cookr://ordr", "there is no flow 'ordr'", "did you mean 'order'?"),
    (
      "cookr://money/1", "there is no flow 'money'",
      "choose one of meal, order, chef, pay, receipt, refund, tip, track"
    ),
    (
      "", "the link '' leads nowhere: its scheme is not 'cookr'", "links look like 'cookr://NAME/…'"
    ),
    (
      "cookr://order?bogus=1", "the link's query has 'bogus', expected dish, flavour, quantity", nil
    ),
  ]

  @Test(arguments: nowhere)
  func `a link that leads nowhere says why`(
    link: String,
    message: String,
    help: String?
  ) async throws {
    try await cookr(["open", link, "--yes"]).fails(12, message, help: help)
    #expect(try await orders() == [])
  }

  @Test func `control characters in a link reach no terminal`() async throws {
    for link in ["cookr://order/\u{1B}[31mthai", "cookr://order/%1B%5B31mthai", "\u{1B}]0;x\u{07}"]
    {
      let run = try await cookr(["open", link, "--yes"])
      #expect(run.status == 10 || run.status == 12)
      #expect(run.error.hasPrefix("error: "))
      #expect(
        !run.error.unicodeScalars.contains {
          $0.properties.generalCategory == .control && $0 != "\n"
        }
      )
    }
  }

  @Test func `a link that is too long is not repeated in full`() async throws {
    let run = try await cookr(["open", "cookr://order/" + String(repeating: "a", count: 50_000)])
    #expect(run.status == 12)
    #expect(run.error.contains("… "))
    #expect(run.error.contains("leads nowhere: it is longer than 2048 bytes\n"))
    #expect(run.error.count < 700)
  }
}
