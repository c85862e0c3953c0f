import FlowKit

extension Quote {
  /// The quote as a person reads it, without what comes to nothing.
  var lines: [Page.Line] {
    var lines: [Page.Line] = []
    for (name, amount) in [("Meal", meal), ("Delivery", delivery), ("Tip", tip)]
    where amount.minorUnits > 0 {
      lines.append(.field(name, amount.description))
    }
    lines.append(.field("Total", total.description, role: .strong))
    if tax.minorUnits > 0 {
      let rate = Money(minorUnits: Int64(taxBasisPoints), currency: .eur).majorUnits
      lines.append(.field("of which tax (\(rate) %)", tax.description, role: .muted))
    }
    return lines
  }
}
