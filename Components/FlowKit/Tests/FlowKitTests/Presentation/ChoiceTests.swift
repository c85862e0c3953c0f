import FlowKit
import Testing

struct ChoiceTests {
  private let choice = Choice(
    id: "pad-thai",
    label: "Pad Thai",
    detail: "€11.90",
    keywords: ["noodles", "wok"]
  )

  @Test(arguments: ["", "pad", "THAI noodles", "11.90", "wok pad-"])
  func `each word of a search may occur anywhere`(query: String) {
    #expect(choice.matches(query))
  }

  @Test(arguments: ["pizza", "thai pizza"])
  func `a word that occurs nowhere finds nothing`(query: String) {
    #expect(!choice.matches(query))
  }
}
