import StatusUpdates

/// What the board shows at one moment.
struct Board: Sendable {
  var tickets: [Ticket] = []
  /// Those that were cancelled while they were here, so that nobody cooks on.
  var cancelled: [Ticket] = []
  /// The message if they cannot be read now; until they can, no step can be taken.
  var problem: String?

  func tickets(in column: BoardColumn) -> [Ticket] {
    tickets.filter { BoardColumn(of: $0) == column }
  }
}

/// A column of the board: how far its orders are.
enum BoardColumn: String, CaseIterable {
  case new
  case accepted
  case cooking
  case onItsWay = "on-its-way"

  /// The column of an order; `nil` for one that is at its end, or declined.
  init?(of ticket: Ticket) {
    switch (ticket.stage, ticket.timeline.status) {
    case (.offered, _): self = .new
    case (.accepted, .placed), (.accepted, .chefAssigned): self = .accepted
    case (.accepted, .cooking): self = .cooking
    case (.accepted, .onItsWay): self = .onItsWay
    case (.declined, _), (.accepted, .delivered), (.accepted, .cancelled): return nil
    }
  }

  var title: String {
    switch self {
    case .new: "New"
    case .accepted: "Accepted"
    case .cooking: "Cooking"
    case .onItsWay: "On its way"
    }
  }

  /// What is said of an order that has come here, after its name.
  var announcement: String {
    switch self {
    case .new: "is new"
    case .accepted: "is accepted"
    case .cooking: "is being cooked"
    case .onItsWay: "is on its way"
    }
  }
}
