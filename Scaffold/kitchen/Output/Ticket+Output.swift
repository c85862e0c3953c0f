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
  static func tickets(
    _ tickets: [Ticket],
    for kitchen: String,
    advising invocation: Invocation
  ) -> Page {
    let title = "Orders for \(kitchen)"
    guard !tickets.isEmpty else {
      return Page(title: title, lines: [.text("None at the moment.", role: .muted)])
    }
    // The oldest that waits for the kitchen.
    let next = tickets.lazy.compactMap { $0.nextStep(advising: invocation) }.first
    return Page(
      title: title,
      lines: tickets.map(\.line) + (next.map { [.text("Next: \($0)", role: .muted)] } ?? [])
    )
  }

  static func ticket(_ ticket: Ticket, advising invocation: Invocation) -> Page {
    var next: [Line] = []
    if let step = ticket.nextStep(advising: invocation) {
      // Each on a line of its own, so that it can be copied as a whole.
      next.append(.text("Next: \(step)", role: .muted))
      next += ticket.steps.dropFirst().map {
        .text("or \(invocation.command("\($0.rawValue) \(ticket.id)"))", role: .muted)
      }
    } else if !ticket.steps.isEmpty {
      // It can be given up, which is not what comes next.
      let cook = invocation.command("\(KitchenStep.cook.rawValue) \(ticket.id)")
      next = [.text("Next: the customer pays, then \(cook)", role: .muted)]
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
  /// The command of the usual next step; `nil` if it is not the kitchen's turn.
  fileprivate func nextStep(advising invocation: Invocation) -> String? {
    guard let step = steps.first, step != .cancel else { return nil }
    return invocation.command("\(step.rawValue) \(id)")
  }

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
