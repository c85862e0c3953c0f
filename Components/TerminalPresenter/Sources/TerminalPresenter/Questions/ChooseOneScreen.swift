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

  func summary(of response: Response) -> String {
    guard case .choice(let id) = response else { return "" }
    return list.label(of: id)
  }
}
