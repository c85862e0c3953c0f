import FlowKit

/// A whole number: typed, or counted up and down with the arrows.
struct QuantityScreen: QuestionScreen {
  private let prompt: Prompt
  private let range: ClosedRange<Int>
  private var digits: String
  /// Whether the number was not touched yet, so that the first digit takes its place.
  private var isUntouched = true
  private var problem: InvalidAnswer?

  /// More digits than any number of 64 bits has.
  private static let mostDigits = 20

  init(_ prompt: Prompt, range: ClosedRange<Int>, start: Int) {
    self.prompt = prompt
    self.range = range
    digits = String(start)
    problem = prompt.problem
  }

  mutating func press(_ key: Key) -> Outcome {
    if key.backsOut { return .cancelled }
    if key == .enter { return answer() }
    problem = nil
    switch key {
    case .up, .right, .character("+"): count(by: 1)
    case .down, .left: count(by: -1)
    case .pageUp: count(by: 10)
    case .pageDown: count(by: -10)
    case .home: set(range.lowerBound)
    case .end: set(range.upperBound)
    case .character("-"): typeMinus()
    case .character(let character): type(String(character))
    case .paste(let text): type(text)
    case .backspace:
      isUntouched = false
      _ = digits.popLast()
    case .control("u"), .control("w"), .escape: replace(with: "")
    default: break
    }
    return .open
  }

  func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
    let layout = QuestionLayout(
      prompt: prompt,
      problem: problem,
      hints: ["\(range.lowerBound) to \(range.upperBound)", "Return continues", "arrows count"],
      size: size,
      guide: guide
    )
    return layout.frame(needed: 1) { _ in
      Frame(
        [guide.cursor.appending(digits, guide.style(.answer))],
        caret: .init(row: 0, column: StyleGuide.indent + digits.count)
      )
    }
  }

  private mutating func answer() -> Outcome {
    guard let number = Int(digits), range.contains(number) else {
      let typed = digits.isEmpty ? "no number" : "'\(digits)' is out of range"
      problem = InvalidAnswer("\(typed), expected \(range.lowerBound) to \(range.upperBound)")
      return .open
    }
    return .answered(.quantity(number))
  }

  /// Counts from the typed number, or from the nearest one in range.
  private mutating func count(by step: Int) {
    let number = Int(digits) ?? range.lowerBound
    let (sum, overflow) = number.addingReportingOverflow(step)
    let bound = step > 0 ? range.upperBound : range.lowerBound
    set(overflow ? bound : min(max(sum, range.lowerBound), range.upperBound))
  }

  private mutating func set(_ number: Int) {
    replace(with: String(number))
  }

  private mutating func replace(with text: String) {
    digits = text
    isUntouched = false
  }

  private mutating func typeMinus() {
    if range.lowerBound < 0, isUntouched || digits.isEmpty {
      replace(with: "-")
    } else {
      count(by: -1)
    }
  }

  private mutating func type(_ text: String) {
    let typed = text.filter { $0.isASCII && $0.isNumber }
    guard !typed.isEmpty else { return }
    replace(with: String(((isUntouched ? "" : digits) + typed).prefix(Self.mostDigits)))
  }
}
