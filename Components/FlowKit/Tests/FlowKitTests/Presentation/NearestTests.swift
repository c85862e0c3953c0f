import FlowKit
import Testing

struct NearestTests {
  private static let dishes = ["pad-thai", "pizza", "tom-kha", "mango-sticky-rice", "chana-masala"]

  @Test(arguments: [
    ("padthai", ["pad-thai"]), ("PIZZA", ["pizza"]), ("piza", ["pizza"]), ("pa", ["pad-thai"]),
    ("rice", ["mango-sticky-rice"]), ("masala", ["chana-masala"]), ("soup", []), ("", []),
    ("x", []),
  ])
  func `what was probably meant is found`(word: String, found: [String]) {
    #expect(nearest(to: word, among: Self.dishes) == found)
  }

  @Test func `at most three are named, the best first`() {
    #expect(
      nearest(to: "tea", among: ["tee", "tbx", "tea", "teas", "tel"]) == ["tea", "teas", "tee"]
    )
  }

  @Test func `a word beyond all reason is compared with nothing`() {
    let word = String(repeating: "a", count: 65)
    #expect(nearest(to: word, among: [word]) == [])
  }

  private static let choices = [
    Choice(id: "pizza-bianca", label: "White Pizza"),
    Choice(id: "margherita", label: "Pizza Margherita", keywords: ["tomato"]),
    Choice(id: "tom-kha", label: "Tom Kha", keywords: ["coconut soup"]),
  ]

  @Test(arguments: [
    ("pizza", ["pizza-bianca"]), ("margarita", ["margherita"]), ("whiet", []),
    ("wite", ["pizza-bianca"]), ("Tom Kha", ["tom-kha"]), ("tomat", ["margherita"]),
    ("soup", ["tom-kha"]), ("sushi", []),
  ])
  func `a choice is found by identifier, else by label, else by keyword`(
    word: String,
    found: [String]
  ) {
    #expect(nearest(to: word, among: Self.choices) == found)
  }

  @Test(arguments: [
    (["thai", "italian"], "tai", "did you mean 'thai'?"),
    (["tea", "teas"], "te", "did you mean 'tea' or 'teas'?"),
    (["thai", "italian"], "klingon", "choose one of thai, italian"),
    (["thai", "italian"], "", "choose one of thai, italian"),
    ([], "thai", nil),
  ])
  func `there is help wherever there is something to choose from`(
    candidates: [String],
    word: String,
    help: String?
  ) {
    #expect(nearestHelp(to: word, among: candidates) == help)
  }

  @Test func `of many, the least far are named unless there is something better to say`() {
    let many = (0...12).map { "dish-\($0)" }
    #expect(
      nearestHelp(to: "soup", among: many) == "the nearest of 13 are 'dish-0', 'dish-1', 'dish-2'"
    )
    let long = String(repeating: "x", count: 100_000)
    #expect(
      nearestHelp(to: long, among: many) == "the nearest of 13 are 'dish-0', 'dish-1', 'dish-10'"
    )
    #expect(nearestHelp(to: "soup", among: many, otherwise: "see the menu") == "see the menu")
    #expect(nearestHelp(to: "dsh-3", among: many, otherwise: "") == "did you mean 'dish-3'?")
    #expect(nearestHelp(to: "soup", among: [String](), otherwise: "all is gone") == "all is gone")
  }

  @Test func `choices are helped with by their identifiers`() {
    #expect(nearestHelp(to: "white", among: Self.choices) == "did you mean 'pizza-bianca'?")
    #expect(
      nearestHelp(to: "sushi", among: Self.choices)
        == "choose one of pizza-bianca, margherita, tom-kha"
    )
  }
}
