import FlowKit

/// A line of text with the usual keys of a command line.
struct TextScreen: QuestionScreen {
  private let prompt: Prompt
  private let suggested: String?
  private var line: LineEditor

  init(_ prompt: Prompt, suggested: String?, start: String) {
    self.prompt = prompt
    self.suggested = suggested
    line = LineEditor(start)
  }

  mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .enter:
      let text = line.text
      return .answered(.text(text.isEmpty ? suggested ?? "" : text))
    case .control("c"): return .cancelled
    case .control("d") where line.text.isEmpty: return .cancelled
    case .escape: line = LineEditor()
    default: _ = line.press(key)
    }
    return .open
  }

  func frame(in size: WindowSize, guide: StyleGuide) -> Frame {
    let layout = QuestionLayout(
      prompt: prompt,
      problem: prompt.problem,
      hints: suggested == nil || !line.text.isEmpty
        ? ["Return continues"] : ["Return accepts it"],
      size: size,
      guide: guide
    )
    return layout.frame(needed: 1) { _ in
      let width = size.textColumns
      var drawn = guide.cursor
      let view = line.view(width: width - StyleGuide.indent, ellipsis: guide.symbols.ellipsis)
      if line.text.isEmpty, let suggested {
        drawn.append(suggested, guide.style(.hint))
      } else {
        drawn.append(view.text)
      }
      return Frame(
        [drawn],
        caret: .init(row: 0, column: StyleGuide.indent + view.caret)
      )
    }
  }
}
