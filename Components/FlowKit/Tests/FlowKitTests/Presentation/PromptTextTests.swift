import FlowKit
import Testing

struct PromptTextTests {
  private static let choices = [
    Choice(id: "pad-thai", label: "Pad Thai"), Choice(id: "tom-kha", label: "Tom Kha"),
  ]

  @Test(arguments: [
    ("pad-thai", "pad-thai"), ("  PAD THAI ", "pad-thai"), ("2", "tom-kha"), ("", "tom-kha"),
    ("3", "3"), ("0", "0"), ("soup", "soup"), ("-9223372036854775808", "-9223372036854775808"),
  ])
  func `a choice is named by identifier, label or number`(text: String, id: String) throws {
    let prompt = Question.chooseOne("dish", "?", from: Self.choices, suggested: "tom-kha").prompt
    #expect(try prompt.response(reading: text) == .choice(id))
  }

  @Test(arguments: [
    ("tom-kha, 1", ["tom-kha", "pad-thai"]), ("Pad Thai,,", ["pad-thai"]), ("", []),
    ("1,soup", ["pad-thai", "soup"]),
  ])
  func `several choices are separated by commas`(text: String, ids: [String]) throws {
    let prompt = Question.chooseSeveral("dish", "?", from: Self.choices, count: 1...2).prompt
    #expect(try prompt.response(reading: text) == .choices(ids))
  }

  @Test func `an identifier that is a number comes before a number`() throws {
    let choices = ["2", "1"].map { Choice(id: $0, label: "") }
    let prompt = Question.chooseOne("dish", "?", from: choices).prompt
    #expect(try prompt.response(reading: "1") == .choice("1"))
  }

  @Test(arguments: [("7", 7), (" -1 ", -1), ("", 3), ("1000000000000", 1_000_000_000_000)])
  func `a quantity is a whole number`(text: String, number: Int) throws {
    let prompt = Question.quantity("quantity", "?", in: 1...20, suggested: 3).prompt
    #expect(try prompt.response(reading: text) == .quantity(number))
  }

  @Test(arguments: ["two", "1.5", "99999999999999999999", "1 2"])
  func `what is no whole number is refused`(text: String) {
    let prompt = Question.quantity("quantity", "?", in: 1...20, suggested: 3).prompt
    #expect(throws: InvalidAnswer("quantity '\(text)' is no whole number this app can count")) {
      try prompt.response(reading: text)
    }
  }

  @Test(arguments: [("y", true), ("YES", true), ("true", true), ("n", false), ("No", false)])
  func `yes and no are understood`(text: String, isYes: Bool) throws {
    let prompt = Question.confirm("done", "?", suggested: !isYes).prompt
    #expect(try prompt.response(reading: text) == .confirmed(isYes))
    #expect(try prompt.response(reading: "") == .confirmed(!isYes))
  }

  @Test func `anything else is neither yes nor no`() {
    #expect(throws: InvalidAnswer("'maybe' is no answer to 'done', expected yes or no")) {
      try Question.confirm("done", "?").prompt.response(reading: "maybe")
    }
  }

  @Test func `a line of text is taken without the spaces around it`() throws {
    #expect(try Question.text("name", "?").prompt.response(reading: " Ada  L ") == .text("Ada  L"))
    #expect(try Question.text("name", "?").prompt.response(reading: " ") == .text(""))
    let suggesting = Question.text("name", "?", suggested: "Ada").prompt
    #expect(try suggesting.response(reading: " ") == .text("Ada"))
  }

  @Test func `a page is seen whatever is typed`() throws {
    let prompt = Question.page("meal", Page(title: "Meal"), waits: true).prompt
    #expect(try prompt.response(reading: "x") == .seen)
  }
}
