import FlowKit

/// A question on the screen: a value that changes with each key and can be drawn at any size.
///
/// It reads nothing and writes nothing, so that it can be tried without a terminal.
protocol QuestionScreen: Sendable {
  mutating func press(_ key: Key) -> Outcome
  func frame(in size: WindowSize, guide: StyleGuide) -> Frame
}

enum Outcome: Hashable, Sendable {
  case open
  case answered(Response)
  case cancelled
}

struct Frame: Hashable, Sendable {
  /// Where the terminal's own cursor stands, counted from 0 within the frame.
  struct Caret: Hashable, Sendable {
    let row, column: Int
  }

  let lines: [StyledLine]
  let caret: Caret?

  init(_ lines: [StyledLine], caret: Caret? = nil) {
    self.lines = lines
    self.caret = caret
  }
}

extension Prompt {
  func screen(previous: Response? = nil) -> any QuestionScreen {
    switch kind {
    case .chooseOne(let choices, let suggested):
      var start = suggested
      if case .choice(let id) = previous { start = id }
      return ChooseOneScreen(self, choices: choices, start: start)
    case .chooseSeveral(let choices, let count):
      var chosen = preselected
      if case .choices(let ids) = previous { chosen = ids }
      return ChooseSeveralScreen(self, choices: choices, count: count, chosen: chosen)
    case .quantity(let range, let suggested):
      var start = suggested
      if case .quantity(let number) = previous { start = number }
      return QuantityScreen(self, range: range, start: start)
    case .text(let suggested):
      var start = ""
      if case .text(let text) = previous { start = text }
      return TextScreen(self, suggested: suggested, start: start)
    case .confirm(let suggested):
      var start = suggested
      if case .confirmed(let isYes) = previous { start = isYes }
      return ConfirmScreen(self, start: start)
    case .page:
      return PageScreen()
    }
  }

  func summary(of response: Response) -> String {
    switch (kind, response) {
    case (.chooseOne(let choices, _), .choice(let id)): choices.label(of: id)
    case (.chooseSeveral, .choices([])): "none"
    case (.chooseSeveral(let choices, _), .choices(let ids)):
      ids.map(choices.label).joined(separator: ", ")
    case (.quantity, .quantity(let number)): String(number)
    case (.text, .text(let text)): text
    case (.confirm, .confirmed(let isYes)): isYes ? "yes" : "no"
    default: ""
    }
  }
}

extension [Choice] {
  fileprivate func label(of id: Choice.ID) -> String {
    first { $0.id == id }?.label ?? id
  }
}

/// Waits below a page until the person has seen it; the page itself is printed before, for good.
struct PageScreen: QuestionScreen {
  mutating func press(_ key: Key) -> Outcome {
    if key.backsOut { return .cancelled }
    return key == .enter || key == .character(" ") ? .answered(.seen) : .open
  }

  func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
    let line = StyledLine("  ").appending("Return to continue", guide.style(.hint))
    return Frame([line.truncated(to: size.textColumns, ellipsis: guide.symbols.ellipsis)])
  }
}
