/// What is drawn of a question, from top to bottom.
struct Frame: Hashable, Sendable {
  /// Where the terminal's own cursor stands, counted from 0 within the frame.
  struct Caret: Hashable, Sendable {
    /// The line and the column.
    let row, column: Int

    /// Makes a place.
    init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The lines.
  let lines: [StyledLine]
  /// The cursor's place; nil hides it.
  let caret: Caret?

  /// Makes a frame.
  init(_ lines: [StyledLine], caret: Caret? = nil) {
    self.lines = lines
    self.caret = caret
  }
}
