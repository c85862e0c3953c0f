import FlowKit
import FlowTesting
import OrderProcessing
import Testing

struct OrderFlowRefusalTests {
  private func failure(
    _ parameters: OrderParameters,
    _ answers: [ScriptedAnswer] = []
  ) async throws -> FlowFailure {
    let flow = OrderFlow.sample(store: { order in Issue.record("\(order) is stored") })
    let result = await flow.start(parameters, on: ScriptedPresenter(answers))
    guard case .failed(let failure) = result else {
      throw UnexpectedResult(result: result)
    }
    return failure
  }

  private struct UnexpectedResult: Error {
    let result: FlowResult<Order>
  }

  @Test(arguments: [0, -1, 21, 1_000_000_000_000, .min])
  func `a quantity out of range is refused in an answer`(quantity: Int) async throws {
    #expect(
      try await failure(OrderParameters(), [.dishes("rice"), .quantity(quantity)])
        == FlowFailure(
          .invalidAnswer,
          "quantity \(quantity) is out of range, expected 1 to 20"
        )
    )
  }

  @Test(arguments: [0, -1, 21, 1_000_000_000_000, .min])
  func `a quantity out of range is refused in the parameters`(quantity: Int) async throws {
    #expect(
      try await failure(OrderParameters.sample(dishes: [("rice", quantity)]))
        == FlowFailure(
          .invalidParameters,
          "quantity '\(quantity)' of 'rice' is out of range, expected 1 to 20"
        )
    )
  }

  @Test func `an order of no dish is refused`() async throws {
    #expect(
      try await failure(OrderParameters(), [ScriptedAnswer("dish", .choices([]))])
        == FlowFailure(.invalidAnswer, "0 chosen for 'dish', expected 1 to 12")
    )
  }

  @Test func `more than twelve dishes are refused`() async throws {
    let ids = try Menu.bundled().dishes.prefix(13).map(\.id)
    let flow = OrderFlow.bundled { _ in }
    let script = ScriptedPresenter([ScriptedAnswer("dish", .choices(ids.map(\.rawValue)))])
    let expected = FlowFailure(.invalidAnswer, "13 chosen for 'dish', expected 1 to 12")
    #expect(await flow.start(OrderParameters(), on: script) == .failed(expected))

    let parameters = OrderParameters(dishes: ids.map { PreselectedDish($0, quantity: 1) })
    let refusal = FlowFailure(
      .invalidParameters,
      "13 dishes are too many for one order",
      help: "an order has at most 12 dishes; place two"
    )
    #expect(await flow.start(parameters, on: ScriptedPresenter([])) == .failed(refusal))
  }

  @Test(arguments: [
    (
      OrderParameters.sample(cuisine: "tai"),
      FlowFailure(.invalidParameters, "unknown cuisine 'tai'", help: "did you mean 'thai'?")
    ),
    (
      OrderParameters.sample(dishes: [("curri", 1)]),
      FlowFailure(.invalidParameters, "unknown dish 'curri'", help: "did you mean 'curry'?")
    ),
    (
      OrderParameters.sample(flavour: "bland"),
      FlowFailure(
        .invalidParameters,
        "unknown flavour 'bland'",
        help: "choose one of classic, smoky"
      )
    ),
    (
      OrderParameters.sample(dishes: [("rice", 1), ("rice", 2)]),
      FlowFailure(
        .invalidParameters,
        "dish 'rice' is given twice",
        help: "give it once, with its quantity"
      )
    ),
    (
      OrderParameters.sample(cuisine: "thai", dishes: [("pizza", 1)]),
      FlowFailure(
        .invalidParameters,
        "dish 'pizza' is of the cuisine 'italian', not 'thai'"
      )
    ),
  ])
  func `parameters that the menu does not know are refused with what is near`(
    parameters: OrderParameters,
    expected: FlowFailure
  ) async throws {
    #expect(try await failure(parameters) == expected)
  }

  @Test func `an unknown dish in an answer is refused with what is near`() async throws {
    #expect(
      try await failure(OrderParameters(), [.dishes("nodles")])
        == FlowFailure(.invalidAnswer, "unknown dish 'nodles'", help: "did you mean 'noodles'?")
    )
  }

  @Test(arguments: [
    ("pizza", "did you mean 'margherita'?"), ("prawns", "did you mean 'pad-thai'?"),
  ])
  func `a dish of the bundled menu is found by its name and its keywords`(
    word: String,
    help: String
  ) async {
    let flow = OrderFlow.bundled { _ in }
    let answer = await flow.start(OrderParameters(), on: ScriptedPresenter([.dishes(word)]))
    let unknown = "unknown dish '\(word)'"
    #expect(answer == .failed(FlowFailure(.invalidAnswer, unknown, help: help)))
    let preset = OrderParameters.sample(dishes: [(word, 1)])
    let refusal = await flow.start(preset, on: ScriptedPresenter([]))
    #expect(refusal == .failed(FlowFailure(.invalidParameters, unknown, help: help)))
  }

  @Test func `a menu that cannot be read fails the flow before its first question`() async {
    let damage = FlowFailure(.damagedMenu, "the menu is damaged")
    let flow = OrderFlow(
      menu: { throw damage },
      picture: { try MealPicture.bundled(for: $0) },
      store: { _ in },
      now: { OrderFlow.sampleTime },
      newID: { OrderID(rawValue: "order-1") }
    )
    let script = ScriptedPresenter([])
    #expect(await flow.start(OrderParameters(), on: script) == .failed(damage))
    #expect(script.prompts == [])
  }
}
