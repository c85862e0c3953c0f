package import FlowKit

/// A list of which one is chosen: arrows or numbers move, letters search where the list is long.
package struct ChooseOneScreen: QuestionScreen {
  private let prompt: Prompt
  private var list: ChoiceList

  /// Starts at the choice that was answered before, or else at the suggested one.
  package init(_ prompt: Prompt, choices: [Choice], start: Choice.ID?) {
    self.prompt = prompt
    list = ChoiceList(choices, start: start)
  }

  package mutating func press(_ key: Key) -> Outcome {
    if key.backsOut { return .cancelled }
    guard key == .enter else {
      list.press(key)
      return .open
    }
    guard let current = list.current else { return .open }
    return .answered(.choice(current.id))
  }

  package func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
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

  package func summary(of response: Response) -> String {
    guard case .choice(let id) = response else { return "" }
    return list.label(of: id)
  }
}
