import FlowKit

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
