import FlowKit

@testable import TerminalPresenter

extension StyleGuide {
  /// Unicode without colours: what frames are compared in.
  static let monochrome = StyleGuide(depth: .none, usesUnicode: true)
}

extension [Choice] {
  static let flavours: [Choice] = [
    Choice(id: "smoky", label: "Smoky", detail: "wood and ember"),
    Choice(id: "mild", label: "Mild", detail: "for everybody"),
    Choice(id: "fiery", label: "Fiery"),
  ]

  static let dishes: [Choice] = (1...20).map { number in
    Choice(id: "dish-\(number)", label: "Dish \(number)", detail: "€\(number).50")
  }
}

extension Prompt {
  static func flavour(suggested: String? = nil) -> Prompt {
    Question.chooseOne("flavour", "Which flavour?", from: .flavours, suggested: suggested).prompt
  }

  static func dish() -> Prompt {
    Question.chooseOne("dish", "Which dish?", from: .dishes).prompt
  }

  static func flavours(count: ClosedRange<Int> = 1...2) -> Prompt {
    Question.chooseSeveral("flavour", "Which flavours?", from: .flavours, count: count).prompt
  }

  static func quantity(_ range: ClosedRange<Int> = 1...20, suggested: Int = 2) -> Prompt {
    Question.quantity("quantity", "How many?", in: range, suggested: suggested).prompt
  }

  static func place(suggested: String? = nil) -> Prompt {
    Question.text("place", "Where to?", suggested: suggested).prompt
  }

  func refused(_ problem: InvalidAnswer) -> Prompt {
    var prompt = self
    prompt.problem = problem
    return prompt
  }
}

extension QuestionScreen {
  /// The lines as a person reads them.
  func text(columns: Int = 60, rows: Int = 24, guide: StyleGuide = .monochrome) -> [String] {
    frame(in: WindowSize(columns: columns, rows: rows), guide: guide).lines.map(\.text)
  }

  /// Presses keys and returns what the last of them did.
  mutating func press(_ keys: [Key]) -> Outcome {
    var outcome = Outcome.open
    for key in keys { outcome = press(key) }
    return outcome
  }
}

extension [Key] {
  /// The keys that type a text.
  static func typing(_ text: String) -> [Key] {
    text.unicodeScalars.map { .character(Character($0)) }
  }
}
