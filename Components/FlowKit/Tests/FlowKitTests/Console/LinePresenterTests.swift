import FlowConsole
import FlowKit
import FlowTesting
import Testing

struct LinePresenterTests {
  private static let dishes = [
    Choice(id: "pad-thai", label: "Pad Thai", detail: "€11.90"),
    Choice(id: "tom-kha", label: "Tom Kha"),
  ]

  @Test func `a choice is read by its number`() async throws {
    let console = Console(["2"])
    let question = Question.chooseOne(
      "dish",
      "Which dish?",
      from: Self.dishes,
      suggested: "pad-thai",
      detail: "One only."
    )
    #expect(try await console.presenter.ask(question) == "tom-kha")
    #expect(
      console.text == """
        Which dish?
          One only.
          1. Pad Thai  (€11.90)
          2. Tom Kha
          [a number or a name; Return for pad-thai]
        >\u{20}
        """
    )
  }

  @Test func `what cannot be read and what is refused is asked for again`() async throws {
    let console = Console(["many", "0", "3"])
    let question = Question.quantity("quantity", "How many?", in: 1...20, suggested: 1)
    #expect(try await console.presenter.ask(question) == 3)
    #expect(
      console.text == """
        How many?
          [1 to 20; Return for 1]
        >   quantity 'many' is no whole number this app can count
        >   quantity 0 is out of range, expected 1 to 20
        How many?
          [1 to 20; Return for 1]
        >\u{20}
        """
    )
  }

  @Test func `the number of choices is bounded by what there is`() async throws {
    let console = Console(["1,2"])
    let question = Question.chooseSeveral("dish", "Which?", from: Self.dishes, count: 1...12)
    #expect(try await console.presenter.ask(question) == ["pad-thai", "tom-kha"])
    #expect(console.text.contains("[1 to 2 numbers or names, separated by commas]"))
  }

  @Test func `the end of the input is a person backing out`() async {
    let console = Console([])
    await #expect(throws: CancellationError.self) {
      try await console.presenter.ask(.confirm("done", "Done?"))
    }
    await #expect(throws: CancellationError.self) {
      try await console.presenter.show(Page(title: "Meal"), waits: true)
    }
  }

  @Test func `a page is its title, the plain picture and aligned fields`() async throws {
    let console = Console(["", "unread"])
    let page = Page(
      title: "Meal",
      picture: Picture(cells: [], plain: ["(_)", " | "], description: "a glass"),
      lines: [.field("2 × Tea", "€5.00"), .field("Total", "€5.00"), .gap, .text("Enjoy")]
    )
    try await console.presenter.show(page)
    #expect(
      console.text == """
        Meal
        ====
        (_)
         |\u{20}
        2 × Tea  €5.00
        Total    €5.00

        Enjoy

        """
    )
    try await console.presenter.show(page, waits: true)
    #expect(console.text.hasSuffix("Enjoy\nPress Return to go on. "))
    #expect(console.unread == ["unread"])
  }

  @Test func `what a terminal would obey is shown instead, wherever it comes from`() async throws {
    let console = Console(["\u{1B}[2J", "0", "1"])
    let page = Page(
      title: "Me\u{1B}[2Jal",
      picture: Picture(cells: [], plain: ["\u{7}"], description: ""),
      lines: [.field("To\u{202E}tal", "\u{9B}1m€5\n.00"), .text("Enjoy\u{2028}it 👩‍🍳")]
    )
    try await console.presenter.show(page)
    let question = Question.quantity("quantity", "How\tmany?", in: 1...20, suggested: 1)
    _ = try await console.presenter.ask(question)
    let choice = Choice(id: "tea", label: "T\rea", detail: "\u{0}")
    await #expect(throws: CancellationError.self) {
      try await console.presenter.ask(.chooseOne("dish", "Which?", from: [choice]))
    }
    #expect(
      console.text == """
        Me\u{FFFD}[2Jal
        ========
        \u{FFFD}
        Total  \u{FFFD}1m€5 .00
        Enjoy it 👩‍🍳
        How many?
          [1 to 20; Return for 1]
        >   quantity '\u{FFFD}[2J' is no whole number this app can count
        >   quantity 0 is out of range, expected 1 to 20
        How many?
          [1 to 20; Return for 1]
        > Which?
          1. T ea  (\u{FFFD})
          [a number or a name]
        >\u{20}

        """
    )
  }
}

/// Lines to be read, and all that was written.
private final class Console: Sendable {
  private struct State {
    var lines: [String]
    var text = ""
  }

  private let state: Locked<State>

  init(_ lines: [String]) {
    state = Locked(State(lines: lines))
  }

  var text: String { state.withLock(\.text) }
  var unread: [String] { state.withLock(\.lines) }

  var presenter: LinePresenter {
    LinePresenter(
      readLine: { self.state.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } },
      write: { text in self.state.withLock { $0.text += text } }
    )
  }
}
