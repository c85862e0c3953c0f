import AppConsole
import FlowKit
import StatusUpdatesInterface

extension Page {
  /// The kitchen's orders as a person reads them.
  static func tickets(_ tickets: [Ticket], for kitchen: KitchenName) -> Page {
    let lines = tickets.map(\.line)
    return Page(
      title: "Orders for \(kitchen)",
      lines: lines.isEmpty ? [.text("None at the moment.", role: .muted)] : lines
    )
  }

  /// An order after a step.
  static func ticket(_ ticket: Ticket, advising invocation: Invocation) -> Page {
    let steps = ticket.steps.map { invocation.command("\($0.rawValue) \(ticket.id)") }
    // Each on a line of its own, so that it can be copied as a whole.
    let next = steps.enumerated().map { index, step in
      Line.text(index == 0 ? "Next: \(step)" : "or \(step)", role: .muted)
    }
    return Page(
      title: "Order \(ticket.id)",
      lines: [.field("Status", ticket.status), .field("Meal", ticket.meal)] + next
    )
  }
}

extension Ticket {
  fileprivate var line: Page.Line {
    .field(id, "\(status), \(meal)", role: steps.isEmpty ? .muted : .plain)
  }

  fileprivate var status: String {
    let label = state.timeline.status.label
    return state.acceptance.map { "\(label), accepted by \($0.kitchen)" } ?? label
  }
}
