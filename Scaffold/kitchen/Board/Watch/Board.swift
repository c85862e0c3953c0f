/// What the board shows at one moment.
struct Board: Sendable {
  /// The orders as they were last read.
  var tickets: [Ticket] = []
  /// Why they cannot be read now, as a message for the person; nothing can be done to them meanwhile.
  var problem: String?

  /// The orders of a column, the oldest first.
  func tickets(in column: BoardColumn) -> [Ticket] {
    tickets.filter { BoardColumn(of: $0) == column }
  }
}
