import FlowKit
public import Foundation

extension LedgerTransaction {
  /// Books money that was taken: from the processor to whom it is owed.
  ///
  /// - Throws: ``LedgerError`` when the capture is not the quote's total.
  public static func capture(
    _ capture: Capture,
    of intent: PaymentIntent
  ) throws(LedgerError) -> LedgerTransaction {
    let id = ID(rawValue: "capture-\(intent.id.rawValue)")
    guard capture.amount == intent.quote.total else {
      throw LedgerError(
        .unbalanced,
        "'\(id.rawValue)' takes '\(capture.amount)', expected '\(intent.quote.total)'"
      )
    }
    return try LedgerTransaction(
      id,
      at: capture.at,
      in: capture.amount.currency,
      [(.processor, capture.amount.minorUnits)] + owed(by: intent.quote).map { ($0, -$1) }
    )
  }

  /// Books money that went back.
  ///
  /// - Parameter cancelled: the captured intent of an order that was cancelled, if this refund is the
  ///   first since: whatever the capture owed to others is no longer owed.
  /// - Throws: ``LedgerError`` for an amount that is not above 0.
  public static func refund(
    _ refund: Refund,
    cancelling cancelled: PaymentIntent?,
    at: Date
  ) throws(LedgerError) -> LedgerTransaction {
    let id = ID(rawValue: "refund-\(refund.id.rawValue)")
    guard refund.amount.minorUnits > 0 else {
      throw LedgerError(
        .malformed,
        "'\(id.rawValue)' gives '\(refund.amount)' back, expected an amount above 0"
      )
    }
    let amount = refund.amount.minorUnits
    // What went back before the cancellation was booked as the app's own cost.
    let owed = cancelled.map { Self.owed(by: $0.quote) } ?? []
    let cost = amount - owed.reduce(0) { $0 + $1.1 }
    return try LedgerTransaction(
      id,
      at: at,
      in: refund.amount.currency,
      owed + [(.refunds, cost), (.processor, -amount)]
    )
  }

  /// Whom the parts of a price are owed to; they sum to the total.
  private static func owed(by quote: Quote) -> [(LedgerAccount, Int64)] {
    let mealTax = quote.mealTax.minorUnits
    return [
      (.chef, quote.meal.minorUnits - mealTax),
      (.fee, quote.fee.minorUnits - (quote.tax.minorUnits - mealTax)),
      (.tips, quote.tip.minorUnits),
      (.tax, quote.tax.minorUnits),
    ]
  }

  private init(
    _ id: ID,
    at: Date,
    in currency: Currency,
    _ amounts: [(LedgerAccount, Int64)]
  ) throws(LedgerError) {
    try self.init(
      amounts.filter { $0.1 != 0 }.map { account, units in
        LedgerEntry(
          transaction: id,
          account: account,
          amount: Money(minorUnits: units, currency: currency),
          at: at
        )
      }
    )
  }
}
