public import FlowKit

/// Shows what was paid for an order and what went back, and asks no processor.
///
/// Answers the meal's receipt and, if a tip was given after delivery, the tip's. Fails with
/// `payments.not-paid`, or with `payments.pending` while a payment is not settled.
public struct ReceiptFlow: LinkedFlow, SequentialFlow {
  public typealias Parameters = OrderReference
  public typealias Output = [Receipt]

  public static let linkName = "receipt"
  public static let linkExamples = ["receipt/ORDER"]

  let store: PaymentStore

  public func parameters(for link: FlowLink) throws -> OrderReference {
    try link.reference(queryNames: [])
  }

  public func run(
    _ reference: OrderReference,
    on presenter: any Presenter
  ) async throws -> [Receipt] {
    try reference.validate()
    let history = try await store.history(of: reference)
    let receipts = PaymentPurpose.allCases.compactMap(history.receipt)
    guard !receipts.isEmpty else {
      throw history.live(.meal).map { .pending($0.subject) } ?? FlowFailure.unpaid(reference)
    }
    for receipt in receipts {
      try await presenter.show(receipt.page, key: "receipt", waits: true)
    }
    return receipts
  }
}

extension Receipt {
  var lines: [Page.Line] {
    var lines: [Page.Line] = [.field("Order", intent.reference.rawValue)]
    if let payee = intent.payee { lines.append(.field("For", payee)) }
    lines += intent.quote.lines
    lines.append(.gap)
    lines.append(.field("Paid by", intent.card.description, role: .success))
    lines.append(.field("Charge", capture.charge.rawValue, role: .muted))
    for refund in refunds {
      let name = refund.outcome == nil ? "Refund in progress" : "Refunded"
      lines.append(.field(name, refund.amount.description, role: .warning))
    }
    return lines
  }

  var page: Page {
    let title =
      switch intent.purpose {
      case .meal: "Receipt"
      case .tip: "Receipt for a tip"
      }
    return Page(title: title, lines: lines)
  }
}

extension Quote {
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
