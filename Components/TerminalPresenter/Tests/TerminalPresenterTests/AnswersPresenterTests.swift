import FlowKit
import FlowTesting
import Testing

@testable import TerminalPresenter

struct AnswersPresenterTests {
  private func quantity(of dish: String) -> Question<Int> {
    .quantity("quantity", "How many?", in: 1...20, suggested: 1, subject: dish)
  }

  private let flavour = Question.chooseOne(
    "flavour",
    "Which flavour?",
    from: .flavours,
    suggested: "mild"
  )

  @Test func `each kind of question takes its flag`() async throws {
    let presenter = AnswersPresenter([
      "dish": ["dish-2", "Dish 7,dish-9"], "quantity": ["3"], "flavour": ["Smoky"],
      "place": ["12 Baker Street"], "gift": ["no"],
    ])
    let dishes = Question.chooseSeveral("dish", "Which?", from: .dishes, count: 1...5)
    #expect(try await presenter.ask(dishes) == ["dish-2", "dish-7", "dish-9"])
    #expect(try await presenter.ask(.quantity("quantity", "?", in: 1...9, suggested: 1)) == 3)
    #expect(try await presenter.ask(flavour) == "smoky")
    #expect(try await presenter.ask(.text("place", "Where to?")) == "12 Baker Street")
    #expect(try await presenter.ask(.confirm("gift", "A gift?")) == false)
    #expect(presenter.unusedFlags == [:])
  }

  @Test(arguments: [
    (["2"], [2, 2, 2]), (["1", "2", "3"], [1, 2, 3]), (["b=5", "1"], [1, 5, 1]),
    (["1", "2", "b=5"], [1, 5, 2]), (["a=1", "b=2", "c=3"], [1, 2, 3]),
    (["c=3", "a=1", "b=2"], [1, 2, 3]),
  ])
  func `values go to subjects by name, by order, or one to all`(
    values: [String],
    expected: [Int]
  ) async throws {
    let presenter = AnswersPresenter(["quantity": values])
    var quantities: [Int] = []
    for dish in ["a", "b", "c"] { quantities.append(try await presenter.ask(quantity(of: dish))) }
    #expect(quantities == expected)
    #expect(presenter.unusedFlags == [:])
  }

  @Test func `two values for three subjects leave the third without an answer`() async throws {
    let presenter = AnswersPresenter(["quantity": ["1", "2"]])
    #expect(try await presenter.ask(quantity(of: "a")) == 1)
    #expect(try await presenter.ask(quantity(of: "b")) == 2)
    let failure = FlowFailure(
      .unanswered,
      "no answer to 'quantity' (How many?)",
      help: "give --quantity NUMBER, or run it in a terminal"
    )
    await #expect(throws: failure) { try await presenter.ask(quantity(of: "c")) }
  }

  @Test func `a question without a subject never takes a value twice`() async throws {
    let presenter = AnswersPresenter(["card": ["4242"]])
    let card = Question.text("card", "Which card?")
    #expect(try await presenter.ask(card) == "4242")
    let failure = await #expect(throws: FlowFailure.self) { try await presenter.ask(card) }
    #expect(failure?.code == .unanswered)
  }

  @Test func `a text of a question without a subject may contain an equals sign`() async throws {
    let presenter = AnswersPresenter(["note": ["floor=2"]])
    #expect(try await presenter.ask(.text("note", "A note?")) == "floor=2")
  }

  @Test func `a number does not count the choices of a list that nobody sees`() async throws {
    let presenter = AnswersPresenter(["dish": ["dish-2, 3 "], "flavour": ["2"]])
    let dishes = Question.chooseSeveral("dish", "Which?", from: .dishes, count: 1...5)
    let several = await #expect(throws: FlowFailure.self) { try await presenter.ask(dishes) }
    #expect(several?.message == "unknown dish '3', given by --dish")
    let one = await #expect(throws: FlowFailure.self) { try await presenter.ask(flavour) }
    #expect(one?.message == "unknown flavour '2', given by --flavour")
  }

  @Test func `a number may be the name of a choice`() async throws {
    let presenter = AnswersPresenter(["tip": ["10"]])
    let choices = ["none", "5", "10"].map { Choice(id: $0, label: "\($0) %") }
    #expect(try await presenter.ask(.chooseOne("tip", "A tip?", from: choices)) == "10")
  }

  @Test(arguments: [
    (Prompt.flavour(), "--flavour NAME"), (.flavours(), "--flavour NAME"),
    (.quantity(), "--quantity NUMBER"), (.place(), "--place TEXT"),
    (Question.confirm("gift", "A gift?").prompt, "--yes"),
  ])
  func `a missing answer names the question and the flag`(
    prompt: Prompt,
    flag: String
  ) async throws {
    let presenter = AnswersPresenter([:])
    let failure = FlowFailure(
      .unanswered,
      "no answer to '\(prompt.key)' (\(prompt.title))",
      help: "give \(flag), or run it in a terminal"
    )
    await #expect(throws: failure) { try await presenter.response(to: prompt) }
  }

  @Test func `yes confirms and takes suggestions, and flags come before it`() async throws {
    let presenter = AnswersPresenter(["quantity": ["4"]], yes: true)
    #expect(try await presenter.ask(quantity(of: "a")) == 4)
    #expect(try await presenter.ask(flavour) == "mild")
    #expect(try await presenter.ask(.confirm("gift", "A gift?", suggested: false)))
    #expect(try await presenter.ask(.text("place", "Where?", suggested: "home")) == "home")
    let failure = await #expect(throws: FlowFailure.self) {
      try await presenter.ask(.text("name", "Who are you?"))
    }
    #expect(failure?.code == .unanswered)
  }

  @Test func `a suggestion that is refused says how to give another`() async throws {
    let presenter = AnswersPresenter([:], yes: true)
    let place =
      Question.text("place", "Where?", suggested: "home").map {
        text throws(InvalidAnswer) in throw InvalidAnswer("'\(text)' is too far")
      } as Question<String>
    let failure = FlowFailure(
      .invalidAnswer,
      "'home' is too far, suggested for 'place'; --place TEXT gives another"
    )
    await #expect(throws: failure) { try await presenter.ask(place) }
  }

  @Test func `lines answer what no flag answers, one each`() async throws {
    let pipe = try Pipe(containing: "smoky\r\n\n7")
    let presenter = AnswersPresenter(["place": ["home"]], lines: LineInput(pipe.readEnd))
    #expect(try await presenter.ask(flavour) == "smoky")
    #expect(try await presenter.ask(.text("place", "Where to?")) == "home")
    #expect(try await presenter.ask(flavour) == "mild")
    #expect(try await presenter.ask(quantity(of: "a")) == 7)
    let failure = await #expect(throws: FlowFailure.self) { try await presenter.ask(flavour) }
    #expect(failure?.code == .unanswered)
  }

  @Test func `a rehearsal takes no answer away`() async throws {
    let pipe = try Pipe(containing: "smoky\n7\n")
    let presenter = AnswersPresenter(["place": ["home"]], lines: LineInput(pipe.readEnd))
    #expect(try await presenter.ask(flavour) == "smoky")
    for answers in [presenter.rehearsal(), presenter.rehearsal(), presenter] {
      #expect(try await answers.ask(.text("place", "Where to?")) == "home")
      #expect(try await answers.ask(quantity(of: "a")) == 7)
      let failure = await #expect(throws: FlowFailure.self) { try await answers.ask(flavour) }
      #expect(failure?.code == .unanswered)
    }
  }

  @Test func `nobody is asked in a rehearsal`() async throws {
    let person = RefusedOnce()
    let rehearsal = AnswersPresenter(["flavour": ["smoky"]], otherwise: person).rehearsal()
    try await rehearsal.show(Page(title: "Your meal"))
    #expect(try await rehearsal.ask(flavour) == "smoky")
    await #expect(throws: CancellationError.self) { try await rehearsal.ask(quantity(of: "a")) }
    #expect(person.problems.withLock(\.self) == [])
  }

  @Test func `what is left is asked elsewhere, refusals of it included`() async throws {
    let person = RefusedOnce()
    let presenter = AnswersPresenter(["flavour": ["smoky"]], otherwise: person)
    #expect(try await presenter.ask(flavour) == "smoky")
    #expect(try await presenter.ask(quantity(of: "a")) == 3)
    #expect(
      person.problems.withLock(\.self) == [
        nil, InvalidAnswer("quantity 0 is out of range, expected 1 to 20"),
      ]
    )
    // Asked again, the flag is used up; a person's refused answer is theirs to correct.
    #expect(try await presenter.ask(flavour) == "mild")
  }

  @Test func `pages go to the presenter that shows the rest, if there is one`() async throws {
    let page = Page(title: "Your meal")
    try await AnswersPresenter([:]).show(page, waits: true)
    let person = RefusedOnce()
    try await AnswersPresenter([:], otherwise: person).show(page)
    #expect(person.problems.withLock(\.count) == 1)
  }

  @Test func `flags that no question took are known`() async throws {
    let presenter = AnswersPresenter([
      "card": ["4242"], "flavour": ["smoky", "mild"], "quantity": ["2", "pizza=3"],
    ])
    _ = try await presenter.ask(flavour)
    _ = try await presenter.ask(quantity(of: "a"))
    #expect(
      presenter.unusedFlags == ["card": ["4242"], "flavour": ["mild"], "quantity": ["pizza=3"]]
    )
  }

  @Test func `waiting for a line ends when the task is cancelled`() async throws {
    let pipe = try Pipe(containing: "", staysOpen: true)
    let presenter = AnswersPresenter([:], lines: LineInput(pipe.readEnd))
    let task = Task { try await presenter.response(to: .flavour()) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// A person whose first answer to each kind of question is refused.
private final class RefusedOnce: Presenter {
  let problems = Locked<[InvalidAnswer?]>([])

  func response(to prompt: Prompt) async throws -> Response {
    problems.withLock { $0.append(prompt.problem) }
    switch prompt.kind {
    case .quantity: return .quantity(prompt.problem == nil ? 0 : 3)
    case .page: return .seen
    default: return .choice("mild")
    }
  }
}
