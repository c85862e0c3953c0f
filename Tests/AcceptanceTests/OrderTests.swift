import ProgramTesting
import Testing

/// `cookr order` and the lists, without a terminal.
@Suite(.freshHome)
struct OrderTests {
  @Test func `an order is printed, and is there afterwards`() async throws {
    let run = try await cookr(
      "order --dish pad-thai --dish tom-kha --quantity 2 --quantity 1 --flavour smoky --yes --json"
    )
    let order = try run.result("order", Order.self)
    #expect(run.error == "")
    #expect(
      order
        == Order(
          id: order.id,
          flavour: "smoky",
          lines: [
            Line(dish: "pad-thai", quantity: 2),
            Line(dish: "tom-kha", quantity: 1),
          ],
          total: Amount(minorUnits: 2 * 1190 + 890)
        )
    )
    #expect(try await orders() == [ListedOrder(order: order, status: "placed")])
  }

  @Test func `an order is told in words, its steps on standard error`() async throws {
    let run = try await cookr("order --dish pad-thai --yes")
    let id = try #require(try await orders().first?.order.id)
    #expect(
      run.output == """

          Order \(id)
          \(String(repeating: "─", count: 6 + id.count))

          1 × Pad Thai  €11.90
          Flavour       Classic
          Total         €11.90


        """
    )
    #expect(run.error.hasSuffix("  order \(id): placed\n"))
    #expect(run.status == 0)
  }

  @Test func `lines on standard input answer what no flag does`() async throws {
    let input = "pad-thai, tom-kha\n2\n3\nsmoky\nyes\n"
    let order = try await cookr("order --json", input: input).result("order", Order.self)
    #expect(order.lines.map(\.quantity) == [2, 3])
    #expect(order.flavour == "smoky")
  }

  @Test func `a quantity can name its dish`() async throws {
    let run = try await cookr(
      "order --dish pad-thai --dish falafel --quantity falafel=3 --quantity 1 --yes --json"
    )
    #expect(try run.result("order", Order.self).lines.map(\.quantity) == [1, 3])
  }

  @Test func `every order has an identifier of its own, and the newest comes first`() async throws {
    let ids = [try await placeOrder(), try await placeOrder(), try await placeOrder()]
    #expect(Set(ids).count == 3)
    #expect(try await orders().map(\.order.id) == ids.reversed())
    let newest = try await cookr("orders --limit 1 --json").result("orders", [ListedOrder].self)
    #expect(newest.map(\.order.id) == [ids[2]])
  }

  @Test func `no orders are an empty list`() async throws {
    #expect(try await orders() == [])
    let run = try await cookr("orders")
    #expect(
      run.output == """

          Orders
          ──────

          None yet: 'cookr order' places one.


        """
    )
  }

  @Test func `the menu and the flows need no database`() async throws {
    for command in ["menu", "flows"] {
      let run = try await cookr(command, environment: ["HOME": "/dev/null"])
      #expect(run.status == 0)
      #expect(run.error == "")
    }
  }

  @Test func `a person without a terminal is told what the home screen needs`() async throws {
    try await cookr().fails(
      11,
      "the home screen needs a terminal",
      help: "'cookr order --help' shows how to order without one"
    )
  }
}
