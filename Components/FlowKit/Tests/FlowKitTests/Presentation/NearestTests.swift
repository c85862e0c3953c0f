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

struct ChoosableTests {
  private struct Oven: Choosable, Hashable {
    let id: String
    let degrees: Int

    var choice: Choice {
      Choice(id: id, label: "Oven \(id)", detail: "\(degrees) °C", aliases: ["\(degrees)"])
    }
  }

  private static let ovens = [Oven(id: "left", degrees: 180), Oven(id: "right", degrees: 220)]

  private let one = Question.chooseOne("oven", "Which?", from: ovens, suggested: ovens[1])
  private let several = Question.chooseSeveral("oven", "Which?", from: ovens, count: 1...2)

  @Test func `a question of values answers the value`() throws {
    #expect(try one.answer(.choice("left")) == Self.ovens[0])
    #expect(try one.answer(.choice("180")) == Self.ovens[0])
    #expect(try one.answer(one.prompt.response(reading: "")) == Self.ovens[1])
    #expect(try several.answer(.choices(["right", "left"])) == [Self.ovens[1], Self.ovens[0]])
  }

  @Test func `a presenter sees the same prompt as of choices`() {
    let choices = Self.ovens.map(\.choice)
    #expect(one.prompt.kind == .chooseOne(choices, suggested: "right"))
    #expect(several.prompt.kind == .chooseSeveral(choices, count: 1...2))
  }

  @Test func `a value that is not offered is refused with the nearest`() {
    let refused = InvalidAnswer("unknown oven 'leff'", help: "did you mean 'left'?")
    #expect(throws: refused) { try one.answer(.choice("leff")) }
    #expect(throws: refused) { try several.answer(.choices(["leff"])) }
    let refusal = InvalidAnswer("'left' is chosen twice for 'oven'", help: "choose each once")
    #expect(throws: refusal) { try several.answer(.choices(["left", "180"])) }
  }
}

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
