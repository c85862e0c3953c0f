import Foundation
import OrderProcessing
import StatusUpdatesInterface

/// `kitchen orders --json`.
struct TicketsDocument: Encodable {
  let schema = 1
  let orders: [TicketDocument]

  init(_ tickets: [Ticket]) {
    orders = tickets.map(TicketDocument.init)
  }
}

/// `kitchen accept --json`, and that of the other steps.
struct StepDocument: Encodable {
  let schema = 1
  let order: TicketDocument

  init(_ ticket: Ticket) {
    order = TicketDocument(ticket)
  }
}

/// An order as a kitchen sees it.
struct TicketDocument: Encodable {
  struct Line: Encodable {
    let dish: String
    let name: String
    let quantity: Int
  }

  let id: String
  let status: String
  /// When it got this status.
  let since: Date
  /// Who has accepted it.
  let kitchen: String?
  let flavour: String?
  let lines: [Line]
  /// What this kitchen can do about it now.
  let steps: [String]

  init(_ ticket: Ticket) {
    id = ticket.id
    status = ticket.state.timeline.status.rawValue
    since = ticket.state.timeline.latest.at
    kitchen = ticket.state.acceptance?.kitchen.text
    flavour = ticket.order?.flavour.id.rawValue
    lines = (ticket.order?.lines ?? []).map {
      Line(dish: $0.dish.rawValue, name: $0.name, quantity: $0.quantity)
    }
    steps = ticket.steps.map(\.rawValue)
  }
}
