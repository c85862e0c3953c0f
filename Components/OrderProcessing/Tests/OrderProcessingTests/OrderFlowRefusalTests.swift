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
  func `a quantity out of range is refused in the parameters`(quantity: Int) async throws {
    #expect(
      try await failure(OrderParameters.sample(dishes: [("rice", quantity)]))
        == FlowFailure(
          .invalidParameters,
          "quantity '\(quantity)' of 'rice' is out of range, expected 1 to 20"
        )
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

  @Test(
    arguments: [
      (.sample(cuisine: "tai"), "unknown cuisine 'tai'", "did you mean 'thai'?"),
      (.sample(dishes: [("curri", 1)]), "unknown dish 'curri'", "did you mean 'curry'?"),
      (.sample(flavour: "bland"), "unknown flavour 'bland'", "choose one of classic, smoky"),
      (
        .sample(dishes: [("rice", 1), ("rice", 2)]), "dish 'rice' is given twice",
        "give it once, with its quantity"
      ),
      (
        .sample(cuisine: "thai", dishes: [("pizza", 1)]),
        "dish 'pizza' is of the cuisine 'italian', not 'thai'", nil
      ),
    ] as [(OrderParameters, String, String?)]
  )
  func `parameters that the menu does not know are refused with what is near`(
    parameters: OrderParameters,
    message: String,
    help: String?
  ) async throws {
    let expected = FlowFailure(.invalidParameters, message, help: help)
    #expect(try await failure(parameters) == expected)
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

struct OrderLinkTests {
  private func parameters(_ link: String) throws -> OrderParameters {
    try OrderFlow.sample().parameters(for: DeepLink("cookr://\(link)", scheme: "cookr").rest)
  }

  @Test(arguments: [
    ("order", OrderParameters()),
    ("order/thai", OrderParameters.sample(cuisine: "thai")),
    ("order/Thai?flavour=Smoky", OrderParameters.sample(cuisine: "thai", flavour: "smoky")),
    ("order?dish=curry&quantity=2", OrderParameters.sample(dishes: [("curry", 2)])),
    ("order?dish=curry", OrderParameters.sample(dishes: [("curry", nil)])),
    (
      "order?dish=curry,rice&quantity=2",
      OrderParameters.sample(dishes: [("curry", 2), ("rice", 2)])
    ),
    (
      "order?dish=curry,rice&quantity=2,1",
      OrderParameters.sample(dishes: [("curry", 2), ("rice", 1)])
    ),
  ])
  func `a link is read into parameters`(
    link: String,
    expected: OrderParameters
  ) throws {
    #expect(try parameters(link) == expected)
  }

  @Test(arguments: [
    ("order/thai/curry", "the link's path 'thai/curry' has 2 parts, expected 0 to 1"),
    ("order?colour=red", "the link's query has 'colour', expected dish, flavour, quantity"),
    ("order?dish=", "the link's 'dish' is '', expected a value"),
    ("order?dish=curry,", "the link's 'dish' is 'curry,', expected a value"),
    ("order?flavour=", "the link's 'flavour' is '', expected a value"),
    ("order?quantity=2", "the link has 1 quantities for 0 dishes"),
    ("order?dish=curry&quantity=1,2", "the link has 2 quantities for 1 dishes"),
    ("order?dish=curry&quantity=two", "the link's quantity 'two' is no whole number"),
    (
      "order?dish=curry&quantity=99999999999999999999",
      "the link's quantity '99999999999999999999' is no whole number"
    ),
  ])
  func `a link of another form leads nowhere`(link: String, message: String) throws {
    let failure = try #require(throws: FlowFailure.self) { try parameters(link) }
    #expect(failure.code == .unknownLink)
    #expect(failure.message == message)
  }

  @Test(arguments: [
    ("order/thaix", "unknown cuisine 'thaix'", "did you mean 'thai'?"),
    ("order?dish=curri", "unknown dish 'curri'", "did you mean 'curry'?"),
    ("order?flavour=bland", "unknown flavour 'bland'", "choose one of classic, smoky"),
    ("order/thai?dish=pizza", "dish 'pizza' is of the cuisine 'italian', not 'thai'", nil),
    (
      "order?dish=curry&quantity=-1",
      "quantity '-1' of 'curry' is out of range, expected 1 to 20", nil
    ),
  ])
  func `a link that names what the menu does not have leads nowhere`(
    link: String,
    reason: String,
    help: String?
  ) {
    let expected = FlowFailure(.unknownLink, "the link leads nowhere: \(reason)", help: help)
    #expect(throws: expected) { try parameters(link) }
  }

  @Test func `the examples lead to the bundled menu`() async throws {
    let flow = OrderFlow.bundled { _ in }
    for example in OrderFlow.linkExamples {
      let link = try DeepLink("cookr://\(example)", scheme: "cookr")
      let result = await flow.start(try flow.parameters(for: link.rest), on: AbsentPresenter())
      #expect(link.name == OrderFlow.linkName)
      #expect(result == .cancelled, "\(example)")
    }
  }
}

/// Nobody: backs out at the first question, which a flow only asks of good parameters.
private struct AbsentPresenter: Presenter {
  func response(to prompt: Prompt) async throws -> Response {
    throw CancellationError()
  }
}
