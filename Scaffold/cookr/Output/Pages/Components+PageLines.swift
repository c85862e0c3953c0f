import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates

extension Order {
  var pageLines: [Page.Line] {
    lines.map { .field("\($0.quantity) × \($0.name)", $0.price.description) } + [
      .field("Flavour", flavour.name),
      .field("Total", total.description, role: .strong),
    ]
  }
}

extension ChefAssignment {
  var pageLines: [Page.Line] {
    [
      .field("Chef", chefName),
      .field("Why", explanation),
      .field("To", destination),
      .field("Delivery", fee.description),
      .field("In", "\(etaMinutes) minutes"),
    ]
  }
}

extension Receipt {
  var pageLines: [Page.Line] {
    var lines: [Page.Line] = [
      .field("Paid", capture.amount.description, role: .success),
      .field("With", card.description),
    ]
    if quote.tip.minorUnits > 0 { lines.append(.field("Of which tip", quote.tip.description)) }
    return lines
      + refunds.map { refund in
        let name = refund.outcome == nil ? "Refund in progress" : "Refunded"
        return .field(name, refund.amount.description, role: .warning)
      }
  }
}

extension FollowOutcome {
  var pageLines: [Page.Line] {
    var lines: [Page.Line] = [.field("Status", timeline.status.label, role: timeline.status.role)]
    switch tip {
    case .given(let tip): lines.append(.field("Tip", tip.amount.description))
    case .failed(let failure):
      lines.append(.field("Tip", "not given: \(failure.message)", role: .warning))
    case .notOffered, .declined, .cancelled: break
    }
    if timeline.status == .placed {
      let way = "'cookr meal --order \(timeline.order)' finds a chef and pays."
      lines.append(.text(way, role: .muted))
    }
    return lines
  }
}

extension Status {
  /// What the status means to whoever waits for the meal.
  var role: TextRole {
    switch self {
    case .delivered: .success
    case .cancelled: .failure
    case .placed, .chefAssigned, .cooking, .onItsWay: .plain
    }
  }
}
