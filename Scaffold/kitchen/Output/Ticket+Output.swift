import AppConsole
import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import StatusUpdates

extension Ticket {
  /// The ticket in the documents of `kitchen orders` and of the steps.
  var document: Document {
    [
      "id": id, "status": statusName, "since": since,
      "chef": ["id": chefID.rawValue, "name": chefName] as Document, "destination": destination,
      "due": due, "answerBy": answerBy, "flavour": order?.flavour.id.rawValue,
      "lines": (order?.lines ?? []).map { line -> Document in
        ["dish": line.dish.rawValue, "name": line.name, "quantity": line.quantity]
      },
      "steps": steps.map(\.rawValue),
    ]
  }

  private var statusName: String {
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
