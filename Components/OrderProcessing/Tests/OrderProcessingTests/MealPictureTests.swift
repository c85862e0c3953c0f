import FlowKit
import Foundation
import OrderProcessing
import Testing

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
