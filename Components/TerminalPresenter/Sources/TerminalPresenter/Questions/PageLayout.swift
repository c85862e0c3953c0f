import FlowKit

/// A page as lines, for a terminal or for a plain stream.
struct PageLayout {
  private let guide: StyleGuide
  private let width: Int

  init(guide: StyleGuide, width: Int) {
    self.guide = guide
    self.width = max(1, width)
  }

  func lines(_ page: Page) -> [StyledLine] {
    var lines = [StyledLine()]
    let title = set(page.title, guide.style(.heading))
    lines += title
    let rule = (title.map(\.columns).max() ?? 0) - StyleGuide.indent
    lines += set(String(repeating: guide.symbols.rule, count: max(0, rule)), guide.style(.hint))
    lines.append(StyledLine())
    if let picture = page.picture {
      let drawing = PictureDrawing(guide: guide, width: width - StyleGuide.indent)
      lines += drawing.lines(picture).map(setIn)
      lines.append(StyledLine())
    }
    let names = page.lines.compactMap { line in
      if case .field(let name, _, _) = line { name.columns } else { nil }
    }
    let column = min(names.max() ?? 0, width / 2)
    for line in page.lines { lines += self.lines(line, nameColumns: column) }
    return lines + [StyledLine()]
  }

  private func lines(_ line: Page.Line, nameColumns: Int) -> [StyledLine] {
    switch line {
    case .gap: [StyledLine()]
    case .text(let text, let role): set(text, guide.style(role))
    case .field(let name, let value, let role):
      field(name, value, role: role, nameColumns: nameColumns)
    }
  }

  /// The name and the value beside it, or below it in a narrow window.
  private func field(
    _ name: String,
    _ value: String,
    role: TextRole,
    nameColumns: Int
  ) -> [StyledLine] {
    let style = guide.style(role)
    let nameStyle = role == .strong ? style : guide.style(.hint)
    let valueIndent = StyleGuide.indent + nameColumns + 2
    if width < StyleGuide.narrow || width - valueIndent < StyleGuide.narrow / 2 {
      return set(name, nameStyle) + set(value, style).map(setIn)
    }
    let names = name.wrapped(to: nameColumns)
    let values = value.wrapped(to: width - valueIndent)
    return (0..<max(names.count, values.count)).map { row in
      let name = row < names.count ? names[row] : ""
      return StyledLine("  ").appending(name.padded(to: nameColumns) + "  ", nameStyle)
        .appending(row < values.count ? values[row] : "", style)
    }
  }

  private func set(_ text: String, _ style: Style) -> [StyledLine] {
    text.wrapped(to: width - StyleGuide.indent).map { text in
      text.isEmpty ? StyledLine() : setIn(StyledLine(text, style))
    }
  }

  private func setIn(_ line: StyledLine) -> StyledLine {
    var result = StyledLine(String(repeating: " ", count: StyleGuide.indent))
    for span in line.spans { result.append(span.text, span.style) }
    return result.truncated(to: width, ellipsis: guide.symbols.ellipsis)
  }
}

/// A picture as lines: two cells in each character where there are colours for it, the picture's
/// plain form or its description everywhere else.
struct PictureDrawing {
  let guide: StyleGuide
  let width: Int

  func lines(_ picture: Picture) -> [StyledLine] {
    let columns = picture.cells.first?.count ?? 0
    if guide.usesUnicode, guide.depth >= .palette, columns > 0, columns <= width {
      return halfBlocks(picture.cells)
    }
    if !picture.plain.isEmpty, picture.plain.allSatisfy({ $0.columns <= width }) {
      return picture.plain.map { StyledLine($0) }
    }
    return "[\(picture.description)]".wrapped(to: width).map { StyledLine($0, guide.style(.muted)) }
  }

  private func halfBlocks(_ cells: [[Picture.Colour?]]) -> [StyledLine] {
    stride(from: 0, to: cells.count, by: 2).map { row in
      var line = StyledLine()
      for column in cells[row].indices {
        let upper = cells[row][column].map(Colour.exact)
        let lower = row + 1 < cells.count ? cells[row + 1][column].map(Colour.exact) : nil
        switch (upper, lower) {
        case (nil, nil): line.append(" ")
        case (nil, let lower): line.append("▄", Style(foreground: lower))
        case (let upper, let lower): line.append("▀", Style(foreground: upper, background: lower))
        }
      }
      return line
    }
  }
}
