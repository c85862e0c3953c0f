import FlowKit
import FlowTesting
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

struct AskingTests {
  private let quantity = Question.quantity("quantity", "How many?", in: 1...20, suggested: 1)

  @Test func `a refused answer is asked for again with the reason`() async throws {
    let presenter = QueuePresenter([.quantity(0), .quantity(21), .quantity(3)])
    #expect(try await presenter.ask(quantity) == 3)
    #expect(
      presenter.prompts.map(\.problem) == [
        nil,
        InvalidAnswer("quantity 0 is out of range, expected 1 to 20"),
        InvalidAnswer("quantity 21 is out of range, expected 1 to 20"),
      ]
    )
  }

  @Test func `a page is shown without waiting unless that is asked for`() async throws {
    let presenter = QueuePresenter([.seen, .seen])
    let page = Page(title: "Meal", lines: [.text("Noodles")])
    try await presenter.show(page)
    try await presenter.show(page, key: "meal", waits: true)
    #expect(presenter.prompts.map(\.key) == ["seen", "meal"])
    #expect(
      presenter.prompts.map(\.kind) == [.page(page, waits: false), .page(page, waits: true)]
    )
  }

  @Test func `a cancelled task asks nothing`() async {
    let presenter = QueuePresenter([.quantity(3)])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await presenter.ask(quantity)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(presenter.prompts == [])
  }
}

/// Answers with whatever comes next, whether the question allows it or not.
private final class QueuePresenter: Presenter {
  private struct State {
    var responses: [Response]
    var prompts: [Prompt] = []
  }

  private let state: Locked<State>

  init(_ responses: [Response]) {
    state = Locked(State(responses: responses.reversed()))
  }

  var prompts: [Prompt] { state.withLock(\.prompts) }

  func response(to prompt: Prompt) async throws -> Response {
    try state.withLock { state in
      state.prompts.append(prompt)
      guard let response = state.responses.popLast() else { throw CancellationError() }
      return response
    }
  }
}

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
