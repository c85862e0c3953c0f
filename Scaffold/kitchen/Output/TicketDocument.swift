import ChefSourcing
import Foundation
import OrderProcessing
import StatusUpdatesInterface

/// `kitchen orders --json`.
struct TicketsDocument: Encodable {
  let schema = 2
  let orders: [TicketDocument]

  init(_ tickets: [Ticket]) {
    orders = tickets.map(TicketDocument.init)
  }
}

/// `kitchen accept --json`, and that of the other steps.
struct StepDocument: Encodable {
  let schema = 2
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

  struct Chef: Encodable {
    let id: String
    let name: String
  }

  let id: String
  /// `offered`, `declined`, `accepted` while it is not paid, or the order's status.
  let status: String
  /// When it got this status.
  let since: Date
  /// To whom it is offered, or who has accepted it.
  let chef: Chef
  let destination: String
  /// When the meal is due there.
  let due: Date
  /// Until when the offer can be answered.
  let answerBy: Date?
  let flavour: String?
  let lines: [Line]
  /// What this kitchen can do about it now.
  let steps: [String]

  init(_ ticket: Ticket) {
    id = ticket.id
    status = ticket.statusName
    since = ticket.since
    chef = Chef(id: ticket.chefID.rawValue, name: ticket.chefName)
    destination = ticket.destination
    due = ticket.due
    answerBy = ticket.answerBy
    flavour = ticket.order?.flavour.id.rawValue
    lines = (ticket.order?.lines ?? []).map {
      Line(dish: $0.dish.rawValue, name: $0.name, quantity: $0.quantity)
    }
    steps = ticket.steps.map(\.rawValue)
  }
}

extension Ticket {
  fileprivate var statusName: String {
    switch (stage, timeline.status) {
    case (.offered, _): "offered"
    case (.declined, _): "declined"
    case (.accepted, .placed): "accepted"
    case (.accepted, let status): status.rawValue
    }
  }
}
