import FlowKit

/// A list of which one is chosen: arrows or numbers move, letters search where the list is long.
struct ChooseOneScreen: QuestionScreen {
  private let prompt: Prompt
  private var list: ChoiceList

  init(_ prompt: Prompt, choices: [Choice], start: Choice.ID?) {
    self.prompt = prompt
    list = ChoiceList(choices, start: start)
  }

  mutating func press(_ key: Key) -> Outcome {
    if key.backsOut { return .cancelled }
    guard key == .enter else {
      list.press(key)
      return .open
    }
    guard let current = list.current else { return .open }
    return .answered(.choice(current.id))
  }

  func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
    let layout = QuestionLayout(
      prompt: prompt,
      problem: prompt.problem,
      note: list.note(width: size.textColumns, guide: guide),
      hints: ["Return chooses", "arrows move"] + list.hints,
      size: size,
      guide: guide
    )
    return layout.frame(needed: list.neededRows) { rows in
      Frame(list.lines(rows: rows, width: size.textColumns, guide: guide))
    }
  }
}

/// Yes or no: `y` and `n` answer at once, arrows and Return choose.
struct ConfirmScreen: QuestionScreen {
  private let prompt: Prompt
  private var isYes: Bool

  init(_ prompt: Prompt, start: Bool) {
    self.prompt = prompt
    isYes = start
  }

  mutating func press(_ key: Key) -> Outcome {
    if key.backsOut { return .cancelled }
    switch key {
    case .enter: return .answered(.confirmed(isYes))
    case .character("y"), .character("Y"): return .answered(.confirmed(true))
    case .character("n"), .character("N"): return .answered(.confirmed(false))
    case .up, .left, .home, .character("1"): isYes = true
    case .down, .right, .end, .character("2"): isYes = false
    case .tab, .backTab, .character(" "): isYes.toggle()
    default: break
    }
    return .open
  }

  func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
    let layout = QuestionLayout(
      prompt: prompt,
      problem: prompt.problem,
      hints: ["y or n", "Return chooses"],
      size: size,
      guide: guide
    )
    return layout.frame(needed: 2) { _ in
      Frame([line("Yes", isYes, guide), line("No", !isYes, guide)])
    }
  }

  private func line(_ word: String, _ isCurrent: Bool, _ guide: StyleGuide) -> StyledLine {
    isCurrent
      ? guide.cursor.appending(word, guide.style(.cursor)) : StyledLine("  ").appending(word)
  }
}
