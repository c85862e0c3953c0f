import FlowKit
import Testing

@testable import TerminalPresenter

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
