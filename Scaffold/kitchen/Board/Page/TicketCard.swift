import Foundation
import OrderProcessing
import StatusUpdatesInterface

/// An order on the board.
struct TicketCard {
  private let ticket: Ticket
  private let column: BoardColumn
  private let timeZone: TimeZone

  init(_ ticket: Ticket, in column: BoardColumn, timeZone: TimeZone) {
    self.ticket = ticket
    self.column = column
    self.timeZone = timeZone
  }

  /// The card; its buttons are left out where nothing can be done now.
  func html(isActive: Bool) -> HTML {
    let says = "Order \(ticket.id) \(column.announcement)"
    let steps = isActive ? ticket.steps : []
    return """
      <li class="\(isElsewhere ? "card elsewhere" : "card")" id="order-\(ticket.id)" tabindex="-1" aria-label="Order \(ticket.id)" \
      data-says="\(says)">
      <div class="head"><h3>\(ticket.id)</h3>\(since)</div>
      \(meal)
      \(kitchen)
      \(steps.filter { $0 != .decline }.map(button))
      \(steps.contains(.decline) ? decline : nil)
      </li>
      """
  }

  /// Whether another kitchen has the order.
  private var isElsewhere: Bool { ticket.steps.isEmpty }

  private var since: HTML {
    let instant = ticket.state.timeline.latest.at
    var clock = Date.FormatStyle(date: .omitted, time: .shortened)
    clock.timeZone = timeZone
    clock.locale = Locale(identifier: "en_GB")
    return """
      <time datetime="\(instant.formatted(.iso8601))">\(instant.formatted(clock))</time>
      """
  }

  private var meal: HTML {
    guard let order = ticket.order else { return "<p class=\"meal\">\(ticket.meal)</p>" }
    let dishes: [HTML] = order.lines.map { "<li><b>\($0.quantity) ×</b> \($0.name)</li>" }
    return "<ul class=\"meal\">\(dishes)</ul><p class=\"flavour\">\(order.flavour.name)</p>"
  }

  private var kitchen: HTML? {
    guard isElsewhere else { return nil }
    return ticket.state.acceptance.map { "<p class=\"kitchen\">taken by \($0.kitchen)</p>" }
  }

  private func button(_ step: KitchenStep) -> HTML {
    let name = "\(step.title), order \(ticket.id)"
    return form(step, "<button class=\"step\" aria-label=\"\(name)\">\(step.title)</button>")
  }

  private var decline: HTML {
    // Two presses, since the customer's order is gone by it.
    """
    <details class="decline">\
    <summary aria-label="Decline, order \(ticket.id)">Decline…</summary>\
    \(form(.decline, "<button>Decline order</button>"))</details>
    """
  }

  private func form(_ step: KitchenStep, _ button: HTML) -> HTML {
    """
    <form method="post" action="/steps">\
    <input type="hidden" name="order" value="\(ticket.id)">\
    <input type="hidden" name="step" value="\(step.rawValue)">\(button)</form>
    """
  }
}

extension KitchenStep {
  /// What its button says.
  fileprivate var title: String {
    switch self {
    case .accept: "Accept"
    case .cook: "Start cooking"
    case .handOver: "Hand over"
    case .deliver: "Delivered"
    case .decline: "Decline"
    }
  }
}
