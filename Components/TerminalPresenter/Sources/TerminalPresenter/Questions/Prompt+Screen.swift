import FlowKit

extension Prompt {
  /// The screen for this kind of question.
  ///
  /// - Parameter previous: what was answered to the same question before and was refused.
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
}
