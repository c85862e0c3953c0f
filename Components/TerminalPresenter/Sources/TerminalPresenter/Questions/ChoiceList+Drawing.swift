import FlowKit

extension ChoiceList {
  /// The most choices that are shown at once, however high the window is.
  static let mostRows = 12

  /// How many rows the list is drawn in at least: the search and some choices.
  var neededRows: Int {
    max(1, min(visible.count, 3)) + (isSearchable ? 1 : 0)
  }

  /// The current choice's detail, where there is no room for it beside the choice.
  func note(width: Int, guide: StyleGuide, hasMarks: Bool = false) -> String? {
    let columns = Columns(self, width: width, guide: guide, hasMarks: hasMarks)
    return columns.detailIsBelow ? current?.detail : nil
  }

  var hints: [String] {
    guard isSearchable else { return [] }
    let position = visible.isEmpty ? [] : ["\(cursor + 1) of \(visible.count)"]
    return search.text.isEmpty ? position : position.map { "\($0) found" } + ["Esc shows all"]
  }

  /// Draws the search and as many choices around the cursor as fit.
  func lines(
    rows: Int,
    width: Int,
    guide: StyleGuide,
    isChosen: ((Choice) -> Bool)? = nil
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    if isSearchable { lines.append(searchLine(width: width, guide: guide)) }
    guard !visible.isEmpty else {
      let reason = choices.isEmpty ? "nothing to choose from" : "nothing matches; Esc clears"
      return lines + guide.signed("", .plain, reason, guide.style(.hint), width: width)
    }
    let columns = Columns(self, width: width, guide: guide, hasMarks: isChosen != nil)
    let room = rows - lines.count
    let hasGap = room > min(visible.count, Self.mostRows)
    if hasGap { lines.append(StyledLine()) }
    let shown = window(rows: max(1, room))
    for position in shown {
      lines.append(row(position, shown: shown, columns: columns, guide: guide, isChosen: isChosen))
    }
    return lines
  }

  /// The positions that are drawn: the cursor in the middle, as far as both ends allow.
  private func window(rows: Int) -> Range<Int> {
    let rows = min(rows, Self.mostRows)
    let first = max(0, min(cursor - rows / 2, visible.count - rows))
    return first..<min(visible.count, first + rows)
  }

  private func searchLine(width: Int, guide: StyleGuide) -> StyledLine {
    let sign = guide.symbols.search.padded(to: StyleGuide.indent)
    let line = StyledLine(sign, guide.style(.hint))
    if search.text.isEmpty {
      return line.appending("type to search", guide.style(.hint))
    }
    let view = search.view(width: width - StyleGuide.indent, ellipsis: guide.symbols.ellipsis)
    return line.appending(view.text, guide.style(.cursor))
  }

  private func row(
    _ position: Int,
    shown: Range<Int>,
    columns: Columns,
    guide: StyleGuide,
    isChosen: ((Choice) -> Bool)?
  ) -> StyledLine {
    let choice = choices[visible[position]]
    let isCurrent = position == cursor
    var line = gutter(position, shown: shown, guide: guide)
    if columns.number > 0 {
      let number = String(visible[position] + 1).padded(to: columns.number, flushRight: true)
      line.append(number + "  ", guide.style(.hint))
    }
    if let isChosen {
      let chosen = isChosen(choice)
      line.append(
        (chosen ? guide.symbols.chosen : guide.symbols.open) + " ",
        guide.style(chosen ? .chosen : .hint)
      )
    }
    let label = choice.label.printable
      .truncated(to: columns.label, ellipsis: guide.symbols.ellipsis)
    let hasDetail = !columns.detailIsBelow && choice.detail != nil
    line.append(
      hasDetail ? label.padded(to: columns.label) : label,
      isCurrent ? guide.style(.cursor) : .plain
    )
    if hasDetail, let detail = choice.detail?.printable {
      let width = columns.detailIsFlushRight ? columns.detail : 0
      line.append("  " + detail.padded(to: width, flushRight: true), guide.style(.hint))
    }
    return line
  }

  /// The cursor, or a sign that the list goes on.
  private func gutter(_ position: Int, shown: Range<Int>, guide: StyleGuide) -> StyledLine {
    let symbols = guide.symbols
    let (sign, part): (String, StyleGuide.Part) =
      if position == cursor {
        (symbols.cursor, .cursor)
      } else if position == shown.lowerBound, position > 0 {
        (symbols.above, .hint)
      } else if position == shown.upperBound - 1, position < visible.count - 1 {
        (symbols.below, .hint)
      } else {
        ("", .hint)
      }
    return StyledLine(sign.padded(to: StyleGuide.indent), guide.style(part))
  }
}

private struct Columns {
  /// As far as labels are cut off to keep short details beside them.
  private static let shortestLabel = 10

  /// 0 leaves the numbers out.
  let number: Int
  let label: Int
  let detail: Int
  /// Whether the details are short words such as prices, which read best with their ends aligned.
  let detailIsFlushRight: Bool
  /// Whether there is no room for details, so that only the current one is shown, below the list.
  let detailIsBelow: Bool

  init(_ list: ChoiceList, width: Int, guide: StyleGuide, hasMarks: Bool) {
    let details = list.choices.compactMap(\.detail?.printable)
    number = width < StyleGuide.narrow ? 0 : String(list.choices.count).count
    detail = details.map(\.columns).max() ?? 0
    detailIsFlushRight = details.allSatisfy { !$0.contains(" ") }
    let marks = hasMarks ? max(guide.symbols.chosen.columns, guide.symbols.open.columns) + 1 : 0
    let room = width - StyleGuide.indent - (number > 0 ? number + 2 : 0) - marks
    let longest = list.choices.map(\.label.printable.columns).max() ?? 0
    let beside = room - 2 - detail
    let isTooNarrow = beside < (detailIsFlushRight ? min(longest, Self.shortestLabel) : longest)
    detailIsBelow = detail > 0 && isTooNarrow
    label = max(1, min(longest, detail > 0 && !detailIsBelow ? beside : room))
  }
}
