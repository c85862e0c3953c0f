import FlowKit
import FlowTesting
import Foundation
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

struct MealPictureTests {
  private func picture(accents: String) throws -> MealPicture {
    let json = """
      {"description": "a bowl", "plain": ["(_)"], "rows": ["ab.", "cc"], "accents": \(accents),
      "palette": {"a": "#010203", "b": "#111111", "c": "#222222"}}
      """
    return try JSONDecoder().decode(MealPicture.self, from: Data(json.utf8))
  }

  @Test func `a flavour replaces the accents, darkened, and nothing else`() throws {
    let flavour = Flavour.sample("smoky", accent: .init(red: 200, green: 100, blue: 50))
    let plain = Picture.Colour(red: 1, green: 2, blue: 3)
    let full = Picture.Colour(red: 200, green: 100, blue: 50)
    let half = Picture.Colour(red: 100, green: 50, blue: 25)
    #expect(
      try picture(accents: #"{"b": 0, "c": 50}"#).coloured(by: flavour)
        == Picture(
          cells: [[plain, full, nil], [half, half, nil]],
          plain: ["(_)"],
          description: "a bowl, smoky"
        )
    )
  }

  @Test(arguments: [#"{"z": 0}"#, #"{"b": -1}"#, #"{"b": 101}"#])
  func `accents outside the palette or the range are refused`(accents: String) {
    #expect(throws: DecodingError.self) { try picture(accents: accents) }
  }
}
