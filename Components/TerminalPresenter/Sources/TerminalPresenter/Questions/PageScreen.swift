import FlowKit

/// Waits below a page until the person has seen it; the page itself is printed before, for good.
struct PageScreen: QuestionScreen {
  /// Makes the screen.
  init() {}

  mutating func press(_ key: Key) -> Outcome {
    if key.backsOut { return .cancelled }
    return key == .enter || key == .character(" ") ? .answered(.seen) : .open
  }

  func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
    let line = StyledLine("  ").appending("Return to continue", guide.style(.hint))
    return Frame([line.truncated(to: size.textColumns, ellipsis: guide.symbols.ellipsis)])
  }

  func summary(of response: Response) -> String {
    ""
  }
}
