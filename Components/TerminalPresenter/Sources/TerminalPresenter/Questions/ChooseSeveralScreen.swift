import FlowKit

/// A list of which several are chosen: Space selects, Return answers once enough are marked.
struct ChooseSeveralScreen: QuestionScreen {
  private let prompt: Prompt
  private let count: ClosedRange<Int>
  private var list: ChoiceList
  private var chosen: [Choice.ID]
  private var problem: InvalidAnswer?

  init(_ prompt: Prompt, choices: [Choice], count: ClosedRange<Int>, chosen: [Choice.ID]) {
    self.prompt = prompt
    self.count = count
    self.chosen = chosen.filter { id in choices.contains { $0.id == id } }
    list = ChoiceList(choices, start: chosen.first)
    problem = prompt.problem
  }

  mutating func press(_ key: Key) -> Outcome {
    if key.backsOut { return .cancelled }
    switch key {
    case .enter:
      guard count.contains(chosen.count) else {
        problem = refusal
        return .open
      }
      return .answered(.choices(chosen))
    case .character(" "):
      mark()
    default:
      problem = nil
      list.press(key)
    }
    return .open
  }

  func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
    let layout = QuestionLayout(
      prompt: prompt,
      problem: problem,
      note: list.note(width: size.textColumns, guide: guide, hasMarks: true),
      hints: ["\(chosen.count) chosen", "Space selects", "Return continues"] + list.hints,
      size: size,
      guide: guide
    )
    return layout.frame(needed: list.neededRows) { rows in
      Frame(
        list.lines(rows: rows, width: size.textColumns, guide: guide) { choice in
          chosen.contains(choice.id)
        }
      )
    }
  }

  private mutating func mark() {
    problem = nil
    guard let current = list.current else { return }
    if let index = chosen.firstIndex(of: current.id) {
      chosen.remove(at: index)
    } else if chosen.count < count.upperBound {
      chosen.append(current.id)
    } else {
      problem = InvalidAnswer("at most \(count.upperBound) can be chosen", help: "deselect one")
    }
  }

  private var refusal: InvalidAnswer {
    if chosen.isEmpty {
      return InvalidAnswer(
        "nothing is chosen yet, expected at least \(count.lowerBound)",
        help: "select with Space"
      )
    }
    let bound =
      chosen.count < count.lowerBound
      ? "at least \(count.lowerBound)" : "at most \(count.upperBound)"
    return InvalidAnswer("\(chosen.count) chosen, expected \(bound)")
  }
}
