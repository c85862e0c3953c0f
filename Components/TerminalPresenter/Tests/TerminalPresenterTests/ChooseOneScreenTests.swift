import FlowKit
import Testing

@testable import TerminalPresenter

struct ChooseOneScreenTests {
  @Test func `a list is drawn with its cursor, numbers, details and hints`() {
    let screen = Prompt.flavour().screen()
    #expect(
      screen.text() == [
        "? Which flavour?",
        "",
        "› 1  Smoky  wood and ember",
        "  2  Mild   for everybody",
        "  3  Fiery",
        "",
        "  Return chooses · arrows move · Ctrl-C back",
      ]
    )
    #expect(screen.frame(in: WindowSize(columns: 60, rows: 24), guide: .monochrome).caret == nil)
  }

  @Test func `a terminal without Unicode gets ASCII alone`() {
    let lines = Prompt.flavour().screen().text(guide: .plain)
    #expect(lines[2] == "> 1  Smoky  wood and ember")
    #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
  }

  @Test func `the suggested choice has the cursor, and an answer refused before comes first`() {
    #expect(Prompt.flavour(suggested: "mild").screen().text()[3] == "› 2  Mild   for everybody")
    let again = Prompt.flavour(suggested: "mild").screen(previous: .choice("fiery"))
    #expect(again.text()[4] == "› 3  Fiery")
  }

  @Test func `the detail and the reason of a refusal stand below the title`() {
    let question = Question.chooseOne(
      "flavour",
      "Which flavour?",
      from: .flavours,
      detail: "It applies to all dishes."
    )
    let refused = question.prompt.refused(InvalidAnswer("mild is sold out", help: "take another"))
    #expect(
      refused.screen().text().prefix(3) == [
        "? Which flavour?",
        "  It applies to all dishes.",
        "✗ mild is sold out; take another",
      ]
    )
  }

  @Test(
    arguments: [
      ([.enter], "smoky"), ([.down, .enter], "mild"), ([.down, .down, .down, .enter], "smoky"),
      ([.up, .enter], "fiery"), ([.end, .enter], "fiery"), ([.end, .home, .enter], "smoky"),
      ([.pageDown, .enter], "fiery"), ([.pageDown, .pageUp, .enter], "smoky"),
      ([.character("2"), .enter], "mild"), ([.character("9"), .enter], "smoky"),
      ([.character("0"), .enter], "smoky"), ([.character("x"), .enter], "smoky"),
      ([.tab, .enter], "mild"), ([.backTab, .enter], "fiery"), ([.control("n"), .enter], "mild"),
      ([.character("3"), .escape, .enter], "fiery"), ([.paste("mild"), .enter], "smoky"),
    ] as [([Key], String)]
  )
  func `keys move the cursor and Return chooses`(keys: [Key], id: String) {
    var screen = Prompt.flavour().screen()
    #expect(screen.press(keys) == .answered(.choice(id)))
  }

  @Test(arguments: [Key.control("c"), .control("d")])
  func `backing out cancels`(key: Key) {
    var screen = Prompt.flavour().screen()
    #expect(screen.press(key) == .cancelled)
  }

  @Test func `a list without choices is drawn and answers nothing`() {
    var screen = Question.chooseOne("flavour", "Which flavour?", from: []).prompt.screen()
    let keys: [Key] = [.enter, .up, .down, .pageDown, .end, .character("1"), .character("a")]
    #expect(screen.press(keys + [.enter]) == .open)
    #expect(screen.text()[1] == "  nothing to choose from")
  }

  @Test func `a long list shows twelve choices around the cursor and where it goes on`() {
    var screen = Prompt.dish().screen()
    #expect(screen.press([.character("1"), .character("0")]) == .open)
    #expect(
      screen.text() == [
        "? Which dish?",
        "/ type to search",
        "",
        "↑  4  Dish 4    €4.50",
        "   5  Dish 5    €5.50",
        "   6  Dish 6    €6.50",
        "   7  Dish 7    €7.50",
        "   8  Dish 8    €8.50",
        "   9  Dish 9    €9.50",
        "› 10  Dish 10  €10.50",
        "  11  Dish 11  €11.50",
        "  12  Dish 12  €12.50",
        "  13  Dish 13  €13.50",
        "  14  Dish 14  €14.50",
        "↓ 15  Dish 15  €15.50",
        "",
        "  Return chooses · arrows move · 10 of 20 · Ctrl-C back",
      ]
    )
  }

  @Test(arguments: [
    ("1", "dish-1"), ("12", "dish-12"), ("20", "dish-20"), ("21", "dish-1"), ("99", "dish-9"),
    ("123", "dish-3"), ("102", "dish-2"),
  ])
  func `digits that follow one another are one number as long as there is such a choice`(
    digits: String,
    id: String
  ) {
    var screen = Prompt.dish().screen()
    #expect(screen.press(.typing(digits) + [.enter]) == .answered(.choice(id)))
  }

  @Test func `letters narrow a long list down, and Escape shows all of it at the same choice`() {
    var screen = Prompt.dish().screen()
    _ = screen.press(.typing("dish 2"))
    #expect(
      screen.text(columns: 80) == [
        "? Which dish?",
        "/ dish 2",
        "",
        "›  2  Dish 2    €2.50",
        "  12  Dish 12  €12.50",
        "  20  Dish 20  €20.50",
        "",
        "  Return chooses · arrows move · 1 of 3 found · Esc shows all · Ctrl-C back",
      ]
    )
    #expect(screen.press([.down, .escape]) == .open)
    #expect(screen.text()[1] == "/ type to search")
    #expect(screen.press(.enter) == .answered(.choice("dish-12")))
  }

  @Test func `a search that finds nothing says so and answers nothing`() {
    var screen = Prompt.dish().screen()
    #expect(screen.press(.typing("soup") + [.enter]) == .open)
    #expect(
      screen.text(columns: 80) == [
        "? Which dish?",
        "/ soup",
        "  nothing matches; Esc clears",
        "",
        "  Return chooses · arrows move · Esc shows all · Ctrl-C back",
      ]
    )
    #expect(screen.press([.control("u"), .enter]) == .answered(.choice("dish-1")))
  }

  @Test func `the search can be corrected`() {
    var screen = Prompt.dish().screen()
    let keys = [Key].typing("dish 7x") + [.backspace, .enter]
    #expect(screen.press(keys) == .answered(.choice("dish-7")))
  }

  @Test(arguments: 1...60)
  func `no window is too small, and no line is wider than it`(size: Int) {
    var screen = Prompt.dish().screen()
    _ = screen.press([.end])
    for rows in [1, 2, 3, 5, 8, 40] {
      let window = WindowSize(columns: size, rows: rows)
      let frame = screen.frame(in: window, guide: .monochrome)
      #expect(frame.lines.count <= rows)
      #expect(frame.lines.allSatisfy { $0.columns <= max(1, size - 1) })
    }
  }

  @Test func `a narrow window drops numbers and shows the current detail below`() {
    let choices = [
      Choice(id: "a", label: "Somchai Prasert", detail: "4.9 stars, near"),
      Choice(id: "b", label: "Aroon", detail: "4.7 stars"),
    ]
    let screen = Question.chooseOne("chef", "Which chef?", from: choices).prompt.screen()
    #expect(
      screen.text(columns: 20) == [
        "? Which chef?",
        "",
        "› Somchai Prasert",
        "  Aroon",
        "",
        "  4.9 stars, near",
        "  Return chooses",
      ]
    )
  }

  @Test func `a low window gives up hints and detail before it gives up choices`() {
    let screen = Prompt.dish().screen()
    #expect(
      screen.text(rows: 5) == [
        "? Which dish?",
        "/ type to search",
        "›  1  Dish 1    €1.50",
        "   2  Dish 2    €2.50",
        "↓  3  Dish 3    €3.50",
      ]
    )
  }

  @Test func `labels cannot command the terminal`() {
    let choices = [Choice(id: "a", label: "\u{1B}[2Jgone\u{7}")]
    let screen = Question.chooseOne("x", "\u{1B}]0;title\u{7}?", from: choices).prompt.screen()
    let frame = screen.frame(in: WindowSize(columns: 60, rows: 24), guide: .monochrome)
    for line in frame.lines { #expect(!line.rendered(at: .none).contains("\u{1B}")) }
  }
}
