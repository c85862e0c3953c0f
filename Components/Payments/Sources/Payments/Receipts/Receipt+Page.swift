import FlowKit
import PaymentsInterface

extension Receipt {
  /// The receipt as a person reads it.
  var lines: [Page.Line] {
    var lines: [Page.Line] = [.field("Order", reference.rawValue)]
    if let payee { lines.append(.field("For", payee)) }
    lines += quote.lines
    lines.append(.gap)
    lines.append(.field("Paid by", card.description, role: .success))
    lines.append(.field("Charge", capture.charge.rawValue, role: .muted))
    for refund in refunds {
      let name = refund.outcome == nil ? "Refund under way" : "Refunded"
      lines.append(.field(name, refund.amount.description, role: .warning))
    }
    return lines
  }

  /// The title of a page for this receipt alone.
  var title: String {
    switch purpose {
    case .meal: "Receipt"
    case .tip: "Receipt for a tip"
    }
  }
}
