import FlowKit

/// Where the parts of every question stand: title, detail and problem above, hints below, and what
/// the kind of question needs in between.
struct QuestionLayout {
  let prompt: Prompt
  let problem: InvalidAnswer?
  /// What there is to know about the line with the cursor.
  var note: String?
  /// What can be done, the most important first; those that do not fit on the line are left out.
  let hints: [String]
  let size: WindowSize
  let guide: StyleGuide

  func frame(needed: Int, middle: (_ rows: Int) -> Frame) -> Frame {
    var above = title + detail + problemLines
    var below = [StyledLine()] + noteLine + [hintLine]
    if above.count + needed + below.count > size.rows { below = noteLine + [hintLine] }
    if above.count + needed + below.count > size.rows { below = noteLine }
    if above.count + needed + below.count > size.rows { below = [] }
    if above.count + needed > size.rows { above = title + problemLines }
    if above.count + needed > size.rows { above = problem == nil ? title : problemLines }
    let body = middle(max(1, size.rows - above.count - below.count))
    let lines = (above + body.lines + below).map {
      $0.truncated(to: width, ellipsis: guide.symbols.ellipsis)
    }
    let cut = max(0, min(lines.count - size.rows, above.count))
    let caret = body.caret.map { caret in
      Frame.Caret(row: above.count + caret.row - cut, column: min(caret.column, width))
    }
    return Frame(Array(lines.dropFirst(cut).prefix(size.rows)), caret: caret)
  }

  private var width: Int {
    size.textColumns
  }

  private var title: [StyledLine] {
    guide.signed(
      guide.symbols.question,
      guide.style(.question),
      prompt.title,
      guide.style(.title),
      width: width
    )
  }

  private var detail: [StyledLine] {
    guard let detail = prompt.detail else { return [] }
    return guide.signed("", .plain, detail, guide.style(.hint), width: width)
  }

  private var problemLines: [StyledLine] {
    guard let problem else { return [] }
    let style = guide.style(.problem)
    return guide.signed(guide.symbols.problem, style, problem.description, style, width: width)
  }

  private var noteLine: [StyledLine] {
    guard let note else { return [] }
    return [StyledLine("  ").appending(note)]
  }

  /// The hints that fit, and how to go back before all but the first of them.
  private var hintLine: StyledLine {
    let separator = " \(guide.symbols.separator) "
    let back = separator + "Ctrl-C back"
    var text = ""
    for hint in hints {
      let longer = text.isEmpty ? hint : text + separator + hint
      let columns = StyleGuide.indent + longer.columns + back.columns
      guard text.isEmpty || columns <= width else { break }
      text = longer
    }
    let fits = StyleGuide.indent + text.columns + back.columns <= width
    return StyledLine("  ").appending(fits ? text + back : text, guide.style(.hint))
  }
}

extension StyleGuide {
  /// The sign before what the next key acts on.
  var cursor: StyledLine {
    StyledLine(symbols.cursor.padded(to: Self.indent), style(.cursor))
  }

  /// Text broken into lines, all set in, with a sign before the first.
  func signed(
    _ sign: String,
    _ signStyle: Style,
    _ text: String,
    _ textStyle: Style,
    width: Int
  ) -> [StyledLine] {
    text.wrapped(to: width - Self.indent).enumerated().map { index, text in
      let sign = (index == 0 ? sign : "").padded(to: Self.indent)
      return StyledLine(sign, signStyle).appending(text, textStyle)
    }
  }

  /// The line that a question leaves behind once it is answered.
  func answered(_ title: String, _ answer: String, style: Style, width: Int) -> [StyledLine] {
    let endsInWord = title.last.map { $0.isLetter || $0.isNumber } ?? false
    let title = title + (endsInWord ? ":" : "")
    var lines = signed(
      symbols.question,
      self.style(.question),
      title,
      self.style(.title),
      width: width
    )
    if let last = lines.last, last.columns + 1 + answer.columns <= width {
      lines[lines.count - 1] = last.appending(" ").appending(answer, style)
    } else {
      lines += signed("", .plain, answer, style, width: width)
    }
    return lines
  }
}
