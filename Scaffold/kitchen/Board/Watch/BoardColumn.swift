import StatusUpdatesInterface

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

  /// The column's heading.
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
