import FlowKit

extension Receipt {
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

  var page: Page {
    let title =
      switch purpose {
      case .meal: "Receipt"
      case .tip: "Receipt for a tip"
      }
    return Page(title: title, lines: lines)
  }
}

extension Quote {
  /// The quote as a person reads it, without amounts of zero.
  var lines: [Page.Line] {
    var lines: [Page.Line] = []
    for (name, amount) in [("Meal", meal), ("Chef's fee", fee), ("Tip", tip)]
    where amount.minorUnits > 0 {
      lines.append(.field(name, amount.description))
    }
    lines.append(.field("Total", total.description, role: .strong))
    if tax.minorUnits > 0 {
      lines.append(.field("of which tax (\(taxRate))", tax.description, role: .muted))
    }
    return lines
  }

  /// The rate as people write it, such as `7 %` or `5.5 %`.
  private var taxRate: String {
    let (whole, hundredths) = taxBasisPoints.quotientAndRemainder(dividingBy: 100)
    let digits = [hundredths / 10, hundredths % 10]
    guard let last = digits.lastIndex(where: { $0 > 0 }) else { return "\(whole) %" }
    return "\(whole).\(digits[...last].map(String.init).joined()) %"
  }
}
