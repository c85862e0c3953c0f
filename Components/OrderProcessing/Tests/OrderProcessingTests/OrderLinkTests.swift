import FlowKit
import OrderProcessing
import Testing

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
