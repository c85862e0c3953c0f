import AppConsole
import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import StatusUpdates

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
  let due: Date
  /// Until when the offer can be answered.
  let answerBy: Date?
  let flavour: String?
  let lines: [Line]
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

extension Page {
  static func tickets(_ tickets: [Ticket], for kitchen: String) -> Page {
    let lines = tickets.map(\.line)
    return Page(
      title: "Orders for \(kitchen)",
      lines: lines.isEmpty ? [.text("None at the moment.", role: .muted)] : lines
    )
  }

  static func ticket(_ ticket: Ticket, advising invocation: Invocation) -> Page {
    let steps = ticket.steps.map { invocation.command("\($0.rawValue) \(ticket.id)") }
    // Each on a line of its own, so that it can be copied as a whole.
    let next = steps.enumerated().map { index, step in
      Line.text(index == 0 ? "Next: \(step)" : "or \(step)", role: .muted)
    }
    return Page(
      title: "Order \(ticket.id)",
      lines: [
        .field("Status", ticket.status), .field("Meal", ticket.meal),
        .field("Chef", ticket.chefName), .field("To", ticket.destination),
        .field("Due", ticket.due.clock(in: .current)),
      ] + next
    )
  }
}

extension Ticket {
  fileprivate var line: Page.Line {
    let due = "due \(due.clock(in: .current)) at \(destination)"
    let answer = answerBy.map { ["answer by \($0.clock(in: .current))"] } ?? []
    let words = [status, meal, chefName, due] + answer
    return .field(id, words.joined(separator: ", "), role: steps.isEmpty ? .muted : .plain)
  }
}

extension Date {
  /// Hours and minutes, such as `18:30`.
  func clock(in timeZone: TimeZone) -> String {
    var clock = Date.FormatStyle(date: .omitted, time: .shortened)
    clock.timeZone = timeZone
    clock.locale = Locale(identifier: "en_GB")
    return formatted(clock)
  }
}
