import FlowKit
import Testing

@testable import TerminalPresenter

struct SimpleScreensTests {
  @Test func `a quantity is drawn with its bounds and the caret behind it`() {
    let frame = Prompt.quantity().screen()
      .frame(in: WindowSize(columns: 60, rows: 24), guide: .monochrome)
    #expect(
      frame.lines.map(\.text) == [
        "? How many?",
        "› 2",
        "",
        "  1 to 20 · Return continues · arrows count · Ctrl-C back",
      ]
    )
    #expect(frame.caret == .init(row: 1, column: 3))
  }

  @Test(
    arguments: [
      ([.enter], 2), ([.up, .enter], 3), ([.down, .down, .down, .enter], 1),
      ([.pageUp, .enter], 12), ([.pageUp, .pageUp, .enter], 20), ([.pageDown, .enter], 1),
      ([.home, .enter], 1), ([.end, .enter], 20), ([.character("7"), .enter], 7),
      ([.character("1"), .character("5"), .enter], 15), ([.character("+"), .enter], 3),
      ([.character("-"), .enter], 1), ([.backspace, .character("4"), .enter], 4),
      ([.character("x"), .enter], 2), ([.paste("12 pieces"), .enter], 12),
      ([.character("9"), .character("9"), .up, .enter], 20), ([.control("u"), .up, .enter], 2),
    ] as [([Key], Int)]
  )
  func `a quantity is typed or counted within its bounds`(keys: [Key], number: Int) {
    var screen = Prompt.quantity().screen()
    #expect(screen.press(keys) == .answered(.quantity(number)))
  }

  @Test(arguments: [
    ("0", "'0' is out of range"), ("21", "'21' is out of range"),
    ("1000000000000", "'1000000000000' is out of range"),
    ("99999999999999999999999999", "'99999999999999999999' is out of range"),
  ])
  func `a quantity out of bounds is refused with the bounds`(digits: String, reason: String) {
    var screen = Prompt.quantity().screen()
    #expect(screen.press(.typing(digits) + [.enter]) == .open)
    #expect(screen.text()[1] == "✗ \(reason), expected 1 to 20")
  }

  @Test func `no number is refused as well`() {
    var screen = Prompt.quantity().screen()
    #expect(screen.press([.backspace, .enter]) == .open)
    #expect(screen.text()[1] == "✗ no number, expected 1 to 20")
  }

  @Test func `a negative number is typed where there are negative ones`() {
    var screen = Prompt.quantity(-5...5, suggested: 0).screen()
    #expect(screen.press([.character("-"), .character("3"), .enter]) == .answered(.quantity(-3)))
  }

  @Test func `counting stops at the ends of the whole numbers`() {
    var screen = Prompt.quantity(Int.min...Int.max, suggested: .max).screen()
    #expect(screen.press([.up, .enter]) == .answered(.quantity(.max)))
  }

  @Test func `a text shows what is suggested until something is typed`() {
    var screen = Prompt.place(suggested: "home").screen()
    #expect(screen.text() == ["? Where to?", "› home", "", "  Return accepts it · Ctrl-C back"])
    #expect(screen.press([.character("x")]) == .open)
    #expect(screen.text() == ["? Where to?", "› x", "", "  Return continues · Ctrl-C back"])
    #expect(screen.press([.backspace, .enter]) == .answered(.text("home")))
  }

  @Test(
    arguments: [
      (.typing("abc"), "abc"), (.typing("abc") + [.left, .character("x")], "abxc"),
      (.typing("abc") + [.left, .left, .backspace], "bc"),
      (.typing("abc") + [.home, .delete], "bc"),
      (.typing("abc") + [.home, .character("x"), .end, .character("y")], "xabcy"),
      (.typing("abc def") + [.control("w")], "abc "), (.typing("a b  ") + [.control("w")], "a "),
      (.typing("abc") + [.left, .control("u")], "c"),
      (.typing("abc") + [.left, .control("k")], "ab"),
      (.typing("abc") + [.control("a"), .control("d")], "bc"), (.typing("abc") + [.right], "abc"),
      (.typing("e\u{301}a") + [.left, .backspace], "a"), (.typing("麻婆") + [.left, .delete], "麻"),
      ([.paste("two\nlines\u{1B}[A")], "two lines\u{FFFD}[A"), (.typing("abc") + [.escape], ""),
      ([.delete, .backspace, .left, .home, .control("w")], ""), ([.up, .pageDown, .tab], ""),
    ] as [([Key], String)]
  )
  func `a text is edited with the keys of a command line`(keys: [Key], text: String) {
    var screen = Prompt.place().screen()
    #expect(screen.press(keys + [.enter]) == .answered(.text(text)))
  }

  @Test func `Ctrl-D backs out of an empty text only`() {
    var screen = Prompt.place().screen()
    #expect(screen.press([.character("a"), .control("d")]) == .open)
    #expect(screen.press([.backspace, .control("d")]) == .cancelled)
    #expect(screen.press(.control("c")) == .cancelled)
  }

  @Test func `a text that is too long is scrolled so that the caret is seen`() {
    var screen = Prompt.place().screen()
    let size = WindowSize(columns: 12, rows: 24)
    func line() -> (String, Int?) {
      let frame = screen.frame(in: size, guide: .monochrome)
      return (frame.lines[1].text, frame.caret?.column)
    }
    _ = screen.press(.typing("12 Baker Street"))
    #expect(line() == ("› … Street", 10))
    _ = screen.press([.left, .left])
    #expect(line() == ("› …er Stre…", 10))
    _ = screen.press([.home])
    #expect(line() == ("› 12 Baker…", 2))
  }

  @Test(
    arguments: [
      ([.enter], true), ([.down, .enter], false), ([.down, .up, .enter], true),
      ([.right, .enter], false), ([.tab, .enter], false), ([.character("y")], true),
      ([.character("N")], false), ([.character("x"), .enter], true),
    ] as [([Key], Bool)]
  )
  func `yes or no is one key`(keys: [Key], isYes: Bool) {
    var screen = Question.confirm("place-order", "Place it?").prompt.screen()
    #expect(screen.press(keys) == .answered(.confirmed(isYes)))
  }

  @Test func `the suggested answer has the cursor`() {
    let screen = Question.confirm("cancel", "Cancel it?", suggested: false).prompt.screen()
    #expect(
      screen.text() == [
        "? Cancel it?", "  Yes", "› No", "", "  y or n · Return chooses · Ctrl-C back",
      ]
    )
  }

  @Test(arguments: 1...40)
  func `no window is too small for any question`(columns: Int) {
    let prompts = [
      Prompt.flavours(), .quantity(), .place(suggested: "12 Baker Street"),
      Question.confirm("place-order", "Place the order?").prompt,
      Question.page("seen", Page(title: "Meal"), waits: true).prompt,
    ]
    for prompt in prompts {
      for rows in [1, 2, 3, 6] {
        let window = WindowSize(columns: columns, rows: rows)
        let refused = prompt.refused(InvalidAnswer("it is no good", help: "try another"))
        let frame = refused.screen().frame(in: window, guide: .monochrome)
        #expect(frame.lines.count <= rows)
        #expect(frame.lines.allSatisfy { $0.columns <= max(1, columns - 1) })
        if let caret = frame.caret { #expect((0..<rows).contains(caret.row)) }
      }
    }
  }
}

struct ChooseSeveralScreenTests {
  @Test func `Space selects, and the hints count what is marked`() {
    var screen = Prompt.flavours().screen()
    #expect(screen.press([.character(" "), .down]) == .open)
    #expect(
      screen.text() == [
        "? Which flavours?",
        "",
        "  1  ● Smoky  wood and ember",
        "› 2  ○ Mild   for everybody",
        "  3  ○ Fiery",
        "",
        "  1 chosen · Space selects · Return continues · Ctrl-C back",
      ]
    )
    #expect(
      screen.text(guide: .plain)[2...3] == [
        "  1  [x] Smoky  wood and ember", "> 2  [ ] Mild   for everybody",
      ]
    )
  }

  @Test(
    arguments: [
      ([.character(" "), .enter], ["smoky"]),
      ([.down, .character(" "), .up, .character(" "), .enter], ["mild", "smoky"]),
      ([.character(" "), .down, .character(" "), .up, .character(" "), .enter], ["mild"]),
      ([.character("3"), .character(" "), .enter], ["fiery"]),
    ] as [([Key], [String])]
  )
  func `Return answers with the marked in the order in which they were marked`(
    keys: [Key],
    ids: [String]
  ) {
    var screen = Prompt.flavours().screen()
    #expect(screen.press(keys) == .answered(.choices(ids)))
  }

  @Test func `too few are refused with the bound, and the next key takes the reason away`() {
    var screen = Prompt.flavours(count: 2...3).screen()
    #expect(screen.press(.enter) == .open)
    #expect(
      screen.text(columns: 80)[1] == "✗ nothing is chosen yet, expected at least 2; select with"
        + " Space"
    )
    #expect(screen.press([.character(" "), .enter]) == .open)
    #expect(screen.text()[1] == "✗ 1 chosen, expected at least 2")
    #expect(screen.press(.down) == .open)
    #expect(screen.text()[1] == "")
  }

  @Test func `one more than allowed is not marked`() {
    var screen = Prompt.flavours(count: 0...1).screen()
    #expect(screen.press([.character(" "), .down, .character(" ")]) == .open)
    #expect(screen.text()[1] == "✗ at most 1 can be chosen; deselect one")
    #expect(screen.press(.enter) == .answered(.choices(["smoky"])))
  }

  @Test func `none may be answered where that is allowed`() {
    let prompt = Prompt.flavours(count: 0...1)
    var screen = prompt.screen()
    #expect(screen.press(.enter) == .answered(.choices([])))
    #expect(prompt.summary(of: .choices([])) == "none")
    #expect(prompt.summary(of: .choices(["mild", "smoky"])) == "Mild, Smoky")
  }

  @Test func `marks survive a search`() {
    var screen = Question.chooseSeveral("dish", "Which?", from: .dishes, count: 1...3).prompt
      .screen()
    #expect(screen.press([.character(" ")] + .typing("dish-7") + [.character(" ")]) == .open)
    #expect(screen.text()[1...3] == ["/ dish-7", "", "›  7  ● Dish 7    €7.50"])
    #expect(screen.press([.escape, .enter]) == .answered(.choices(["dish-1", "dish-7"])))
  }

  @Test func `an answer that was refused comes back marked`() {
    var screen = Prompt.flavours().refused(InvalidAnswer("mild is sold out"))
      .screen(previous: .choices(["mild", "gone"]))
    #expect(screen.text()[1] == "✗ mild is sold out")
    #expect(screen.press(.enter) == .answered(.choices(["mild"])))
  }
}
