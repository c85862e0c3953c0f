/// What the board shows at one moment.
struct Board: Sendable {
  /// The orders as they were last read.
  var tickets: [Ticket] = []
  /// The message if they cannot be read now; until they can, no step can be taken.
  var problem: String?

  /// The orders of a column, the oldest first.
  func tickets(in column: BoardColumn) -> [Ticket] {
    tickets.filter { BoardColumn(of: $0) == column }
  }
}
