import FlowKit
import FlowTesting
import OrderProcessing
import Testing

struct MealPageTests {
  private func page(_ flow: OrderFlow, _ parameters: OrderParameters) async throws -> Page {
    let script = ScriptedPresenter([.done(true)])
    _ = try await flow.start(parameters, on: script).get()
    return try #require(script.pages.first)
  }

  private func picture(_ cuisine: String, _ flavour: Flavour) throws -> Picture {
    try MealPicture.bundled(for: CuisineID(rawValue: cuisine)).coloured(by: flavour)
  }

  @Test func `the meal is shown with its lines, total, flavour and allergens`() async throws {
    let parameters = OrderParameters.sample(
      dishes: [("noodles", 1), ("pizza", 2)],
      flavour: "smoky"
    )
    #expect(
      try await page(.sample(), parameters)
        == Page(
          title: "Your smoky Thai and Italian meal",
          picture: try picture("italian", .sample("smoky")),
          lines: [
            .field("1 × Noodles", "€11.90"),
            .field("2 × Pizza", "€19.80"),
            .field("Total", "€31.70", role: .strong),
            .gap,
            .field("Flavour", "Smoky: is smoky"),
            .field("Allergens", "gluten, eggs, soya, milk", role: .warning),
          ]
        )
    )
  }

  @Test func `the picture is of the cuisine chosen first where two have as many portions`()
    async throws
  {
    let parameters = OrderParameters.sample(
      dishes: [("rice", 1), ("pizza", 1)],
      flavour: "classic"
    )
    let page = try await page(.sample(), parameters)
    #expect(page.picture == (try picture("thai", .sample("classic"))))
  }

  @Test func `a meal without allergens says so`() async throws {
    let parameters = OrderParameters.sample(dishes: [("rice", 1)], flavour: "classic")
    let page = try await page(.sample(), parameters)
    #expect(page.title == "Your classic Thai meal")
    #expect(page.lines.last == .field("Allergens", "none of the 14 that the EU lists"))
  }

  @Test func `a meal of three cuisines is a mixed one`() async throws {
    let flow = OrderFlow.bundled { _ in }
    let parameters = OrderParameters.sample(
      dishes: [("pad-thai", 1), ("ratatouille", 3), ("shiro", 2)],
      flavour: "sweet-and-sour"
    )
    let page = try await page(flow, parameters)
    let flavour = try #require(try Menu.bundled().flavour(FlavourID(rawValue: "sweet-and-sour")))
    #expect(page.title == "Your sweet and sour mixed meal")
    #expect(page.picture == (try picture("french", flavour)))
  }
}
