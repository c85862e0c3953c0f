import Foundation
import OrderProcessing
import StatusUpdates

struct TicketCard {
  let ticket: Ticket
  let column: BoardColumn
  let timeZone: TimeZone

  func html(isActive: Bool) -> HTML {
    let says =
      "Order \(ticket.id) \(column.announcement)\(isUnpaid ? ", and waits for payment" : "")"
    let steps = isActive ? ticket.steps : []
    return """
      <li class="card" id="order-\(ticket.id)" tabindex="-1" aria-label="Order \(ticket.id)" \
      data-says="\(says)">
      <div class="head"><h3>\(ticket.id)</h3>\(since)</div>
      \(meal)
      <p class="due">\(ticket.chefName), due \(ticket.due.clock(in: timeZone)) at \(ticket.destination)</p>
      \(waiting)
      \(steps.filter { $0.confirmation == nil }.map(button))
      \(steps.filter { $0.confirmation != nil }.map(confirmed))
      </li>
      """
  }

  private var isUnpaid: Bool {
    if case .accepted = ticket.stage { ticket.timeline.status == .placed } else { false }
  }

  private var since: HTML {
    """
    <time datetime="\(ticket.since.formatted(.iso8601))">\(ticket.since.clock(in: timeZone))</time>
    """
  }

  private var meal: HTML {
    guard let order = ticket.order else { return "<p class=\"meal\">\(ticket.meal)</p>" }
    let dishes: [HTML] = order.lines.map { "<li><b>\($0.quantity) ×</b> \($0.name)</li>" }
    return "<ul class=\"meal\">\(dishes)</ul><p class=\"flavour\">\(order.flavour.name)</p>"
  }

  /// The event that the kitchen waits for, or the time until which others wait for the kitchen.
  private var waiting: HTML? {
    if isUnpaid { return "<p class=\"waiting\">waits for payment</p>" }
    guard let answerBy = ticket.answerBy else { return nil }
    return "<p class=\"waiting\">answer by \(answerBy.clock(in: timeZone))</p>"
  }

  private func button(_ step: KitchenStep) -> HTML {
    let name = "\(step.title), order \(ticket.id)"
    return form(step, "<button class=\"step\" aria-label=\"\(name)\">\(step.title)</button>")
  }

  /// Two presses, since the order is gone by it.
  private func confirmed(_ step: KitchenStep) -> HTML {
    """
    <details class="decline">\
    <summary aria-label="\(step.title), order \(ticket.id)">\(step.title)…</summary>\
    \(form(step, "<button>\(step.confirmation ?? step.title)</button>"))</details>
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
  fileprivate var title: String {
    switch self {
    case .accept: "Accept"
    case .decline: "Decline"
    case .cook: "Start cooking"
    case .handOver: "Hand over"
    case .deliver: "Delivered"
    case .cancel: "Give up"
    }
  }

  /// The text of the second button for a step by which the order is gone; nil for other steps.
  fileprivate var confirmation: String? {
    switch self {
    case .decline: "Decline order"
    case .cancel: "Give order up"
    case .accept, .cook, .handOver, .deliver: nil
    }
  }
}
