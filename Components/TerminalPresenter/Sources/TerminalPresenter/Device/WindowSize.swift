/// The size of a terminal's window in character cells.
struct WindowSize: Hashable, Sendable {
  /// How many columns and rows there are, at least one.
  let columns, rows: Int

  /// Makes a size; what is smaller than 1 counts as 1.
  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// How many columns text may take: the last one stays empty, since terminals differ in what they
  /// do behind it.
  var textColumns: Int {
    max(1, columns - 1)
  }
}
