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
  static func ticket(_ ticket: Ticket) -> Page {
    let steps = ticket.steps.map { "'kitchen \($0.rawValue) \(ticket.id)'" }
    let next = steps.joined(separator: " or ")
    return Page(
      title: "Order \(ticket.id)",
      lines: [.field("Status", ticket.status), .field("Meal", ticket.meal)]
        + (steps.isEmpty ? [] : [.text("Next: \(next)", role: .muted)])
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
