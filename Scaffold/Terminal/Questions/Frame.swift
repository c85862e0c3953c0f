/// What is drawn of a question, from top to bottom.
package struct Frame: Hashable, Sendable {
  /// Where the terminal's own cursor stands, counted from 0 within the frame.
  package struct Caret: Hashable, Sendable {
    /// The line and the column.
    package let row, column: Int

    /// Makes a place.
    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The lines.
  package let lines: [StyledLine]
  /// The cursor's place; nil hides it.
  package let caret: Caret?

  /// Makes a frame.
  package init(_ lines: [StyledLine], caret: Caret? = nil) {
    self.lines = lines
    self.caret = caret
  }
}
