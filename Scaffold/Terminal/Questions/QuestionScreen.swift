package import FlowKit

/// A question on the screen: a value that changes with each key and can be drawn at any size.
///
/// It reads nothing and writes nothing, so that it can be tried without a terminal.
package protocol QuestionScreen: Sendable {
  /// Changes the screen by a key, or ends the question.
  mutating func press(_ key: Key) -> Outcome
  /// What the screen looks like.
  func frame(in size: WindowSize, guide: StyleGuide) -> Frame
  /// The answer in words, for the line that stays behind.
  func summary(of response: Response) -> String
}

/// What a key did to a question.
package enum Outcome: Hashable, Sendable {
  /// The question is still open.
  case open
  /// The person answered.
  case answered(Response)
  /// The person backed out.
  case cancelled
}

/// The size of a terminal's window in character cells.
package struct WindowSize: Hashable, Sendable {
  /// How many columns and rows there are, at least one.
  package let columns, rows: Int

  /// Makes a size; what is smaller than 1 counts as 1.
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// How many columns text may take: the last one stays empty, since terminals differ in what they
  /// do behind it.
  package var textColumns: Int {
    max(1, columns - 1)
  }
}

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
