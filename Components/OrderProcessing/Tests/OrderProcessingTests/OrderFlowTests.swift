import FlowKit
import FlowTesting
import Foundation
import OrderProcessing
import Synchronization
import Testing

final class OrderFlowTests: Sendable {
  private let stored = Mutex<[Order]>([])

  private var flow: OrderFlow {
    OrderFlow.sample(store: { [self] order in stored.withLock { $0.append(order) } })
  }

  private func run(
    _ parameters: OrderParameters = OrderParameters(),
    _ script: ScriptedPresenter
  ) async -> FlowResult<Order> {
    await flow.start(parameters, on: script)
  }

  private func order(_ portions: [(String, Int)], _ flavour: String) throws -> Order {
    let menu = try Menu.sample()
    return try Order(
      id: OrderID(rawValue: "order-1"),
      placedAt: OrderFlow.sampleTime,
      lines: portions.map { id, quantity in
        let dish = try #require(menu.dish(DishID(rawValue: id)))
        return try OrderLine(
          dish: dish.id,
          name: dish.name,
          cuisine: dish.cuisine,
          quantity: quantity,
          unitPrice: dish.price
        )
      },
      flavour: OrderFlavour(id: FlavourID(rawValue: flavour), name: flavour.capitalized)
    )
  }

  @Test func `the chosen dishes and flavour are stored and answered`() async throws {
    let script = ScriptedPresenter([
      .dishes("curry", "pizza"), .quantity(2), .quantity(1), .flavour("smoky"), .done(true),
    ])
    let expected = try order([("curry", 2), ("pizza", 1)], "smoky")
    #expect(await run(script: script) == .completed(expected))
    #expect(stored.withLock(\.self) == [expected])
    #expect(
      script.prompts.map(\.key) == ["dish", "quantity", "quantity", "flavour", "meal", "done"]
    )
    #expect(script.prompts.map(\.subject) == [nil, "curry", "pizza", nil, nil, nil])
  }

  @Test func `no at done leads back to the options, which suggest what was chosen`() async throws {
    let script = ScriptedPresenter([
      .dishes("curry", "rice"), .quantity(3), .quantity(4), .flavour("smoky"), .done(false),
      .dishes("rice", "noodles"), .quantity(4), .quantity(1), .flavour("classic"), .done(true),
    ])
    let expected = try order([("rice", 4), ("noodles", 1)], "classic")
    #expect(await run(script: script) == .completed(expected))
    #expect(stored.withLock(\.self) == [expected])
    let suggestions = script.prompts.dropFirst(6).compactMap { prompt in
      switch prompt.kind {
      case .quantity(_, let suggested): String(suggested)
      case .chooseOne(_, let suggested): suggested
      default: nil
      }
    }
    #expect(suggestions == ["4", "1", "smoky"])
  }

  @Test func `what the parameters say is not asked`() async throws {
    let script = ScriptedPresenter([.done(true)])
    let parameters = OrderParameters.sample(
      cuisine: "thai",
      dishes: [("curry", 20), ("rice", 1)],
      flavour: "smoky"
    )
    let expected = try order([("curry", 20), ("rice", 1)], "smoky")
    #expect(await run(parameters, script) == .completed(expected))
    #expect(script.prompts.map(\.key) == ["meal", "done"])
  }

  @Test func `only a preselected dish without a quantity is asked about`() async throws {
    let script = ScriptedPresenter([.quantity(5), .flavour("smoky"), .done(true)])
    let parameters = OrderParameters.sample(dishes: [("curry", 2), ("rice", nil)])
    let expected = try order([("curry", 2), ("rice", 5)], "smoky")
    #expect(await run(parameters, script) == .completed(expected))
    #expect(script.prompts.first?.subject == "rice")
  }

  @Test func `a preset can be changed once the meal was refused`() async throws {
    let script = ScriptedPresenter([
      .done(false), .dishes("curry"), .quantity(1), .flavour("classic"), .done(true),
    ])
    let parameters = OrderParameters.sample(dishes: [("rice", 2)], flavour: "smoky")
    #expect(await run(parameters, script) == .completed(try order([("curry", 1)], "classic")))
  }

  @Test func `a cuisine limits the dishes that are offered`() async throws {
    let script = ScriptedPresenter([.dishes("pizza")])
    _ = await run(OrderParameters.sample(cuisine: "italian"), script)
    guard case .chooseSeveral(let choices, let count) = script.prompts.first?.kind else {
      Issue.record("\(script.prompts)")
      return
    }
    #expect(choices.map(\.id) == ["pizza"])
    #expect(count == 1...12)
  }

  @Test func `an order that cannot be stored is not answered as completed`() async throws {
    let conflict = FlowFailure.orderConflict(OrderID(rawValue: "order-1"))
    let flow = OrderFlow.sample(store: { _ in throw conflict })
    let parameters = OrderParameters.sample(dishes: [("rice", 2)], flavour: "smoky")
    let result = await flow.start(parameters, on: ScriptedPresenter([.done(true)]))
    #expect(result == .failed(conflict))
  }

  private func run(script: ScriptedPresenter) async -> FlowResult<Order> {
    await run(OrderParameters(), script)
  }
}

struct OrderFlowContractTests {
  private let contract = FlowContract(
    parameters: OrderParameters.sample(cuisine: "thai"),
    answers: [
      .dishes("curry", "rice"), .quantity(2), .quantity(1), .flavour("smoky"), .done(false),
      .dishes("noodles"), .quantity(1), .flavour("classic"), .done(true),
    ],
    badParameters: [
      OrderParameters.sample(cuisine: "klingon"),
      OrderParameters.sample(dishes: [("rice", 0)]),
      OrderParameters.sample(dishes: [("rice", 1), ("rice", 1)]),
      OrderParameters.sample(cuisine: "italian", dishes: [("rice", 1)]),
      OrderParameters.sample(flavour: "bland"),
    ],
    makeFlow: {
      OrderFlow.sample(newID: { OrderID.random() })
    }
  )

  @Test(.timeLimit(.minutes(1)), arguments: FlowRule.allCases)
  func `the order flow keeps the contract of flows`(rule: FlowRule) async throws {
    try await contract.verify(rule)
  }
}
