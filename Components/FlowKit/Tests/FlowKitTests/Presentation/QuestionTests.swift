import FlowKit
import Testing

struct QuestionTests {
  private static let choices = ["thai", "italian", "indian"].map { Choice(id: $0, label: $0) }

  private let one = Question.chooseOne("cuisine", "Which?", from: choices)
  private let several = Question.chooseSeveral("cuisine", "Which?", from: choices, count: 1...2)
  private let quantity = Question.quantity("quantity", "How many?", in: 1...20, suggested: 1)

  @Test func `each kind of question takes its own kind of answer`() throws {
    #expect(try one.answer(.choice("thai")) == "thai")
    #expect(try several.answer(.choices(["indian", "thai"])) == ["indian", "thai"])
    #expect(try quantity.answer(.quantity(20)) == 20)
    #expect(try Question.text("name", "Who?").answer(.text("Ada")) == "Ada")
    #expect(try Question.confirm("sure", "Sure?").answer(.confirmed(false)) == false)
    try Question.page("meal", Page(title: "Meal"), waits: true).answer(.seen)
  }

  @Test func `an answer of another kind is refused`() {
    let refused = InvalidAnswer("the answer 'seen' is of the wrong kind, expected a choice")
    #expect(throws: refused) { try one.answer(.seen) }
    #expect(throws: InvalidAnswer.self) { try several.answer(.choice("thai")) }
    #expect(throws: InvalidAnswer.self) { try quantity.answer(.text("1")) }
    #expect(throws: InvalidAnswer.self) { try Question.text("name", "Who?").answer(.quantity(1)) }
    #expect(throws: InvalidAnswer.self) { try Question.confirm("sure", "?").answer(.text("yes")) }
    #expect(throws: InvalidAnswer.self) {
      try Question.page("meal", Page(title: "Meal"), waits: true).answer(.confirmed(true))
    }
  }

  @Test func `an unknown choice is refused with the nearest one`() {
    #expect(throws: InvalidAnswer("unknown cuisine 'tai'", help: "did you mean 'thai'?")) {
      try one.answer(.choice("tai"))
    }
    let refusal = InvalidAnswer(
      "unknown cuisine 'klingon'",
      help: "choose one of thai, italian, indian"
    )
    #expect(throws: refusal) { try several.answer(.choices(["thai", "klingon"])) }
  }

  @Test func `an unknown choice is looked for in labels and keywords too`() {
    let dishes = [
      Choice(id: "margherita", label: "Pizza Margherita"),
      Choice(id: "tom-kha", label: "Tom Kha", keywords: ["soup", "coconut"]),
    ]
    let question = Question.chooseOne("dish", "Which?", from: dishes)
    #expect(throws: InvalidAnswer("unknown dish 'pizza'", help: "did you mean 'margherita'?")) {
      try question.answer(.choice("pizza"))
    }
    #expect(throws: InvalidAnswer("unknown dish 'soups'", help: "did you mean 'tom-kha'?")) {
      try question.answer(.choice("soups"))
    }
  }

  @Test func `an alias is as good as the identifier that it stands for`() throws {
    let amounts = [
      Choice(id: "2.00", label: "€2.00", aliases: ["2", "2.0"]),
      Choice(id: "5.00", label: "€5.00", aliases: ["5", "5.0"]),
    ]
    let one = Question.chooseOne("amount", "How much?", from: amounts)
    #expect(try one.answer(.choice("2")) == "2.00")
    #expect(try one.answer(one.prompt.response(reading: "5.0")) == "5.00")
    let several = Question.chooseSeveral("amount", "How much?", from: amounts, count: 1...2)
    #expect(try several.answer(.choices(["5", "2.0"])) == ["5.00", "2.00"])
    let refusal = InvalidAnswer("'2.00' is chosen twice for 'amount'", help: "choose each once")
    #expect(throws: refusal) { try several.answer(.choices(["2", "2.00"])) }
  }

  @Test func `a choice made twice is refused`() {
    let refusal = InvalidAnswer("'thai' is chosen twice for 'cuisine'", help: "choose each once")
    #expect(throws: refusal) { try several.answer(.choices(["thai", "thai"])) }
  }

  @Test(arguments: [[], ["thai", "italian", "indian"]])
  func `too few or too many choices are refused`(ids: [String]) {
    #expect(throws: InvalidAnswer("\(ids.count) chosen for 'cuisine', expected 1 to 2")) {
      try several.answer(.choices(ids))
    }
  }

  @Test(arguments: [0, -1, 21, 1_000_000_000_000, .min, .max])
  func `a number out of range is refused`(number: Int) {
    #expect(throws: InvalidAnswer("quantity \(number) is out of range, expected 1 to 20")) {
      try quantity.answer(.quantity(number))
    }
  }

  @Test func `a mapped question converts the answer or refuses it`() throws {
    let even = quantity.map { number throws(InvalidAnswer) in
      guard number.isMultiple(of: 2) else { throw InvalidAnswer("\(number) is odd") }
      return number / 2
    }
    #expect(even.prompt == quantity.prompt)
    #expect(try even.answer(.quantity(4)) == 2)
    #expect(throws: InvalidAnswer("3 is odd")) { try even.answer(.quantity(3)) }
  }
}
