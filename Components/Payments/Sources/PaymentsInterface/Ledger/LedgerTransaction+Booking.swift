#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import FlowKit

extension LedgerTransaction {
  /// Books money that was taken: from the processor to whom it is owed.
  ///
  /// - Throws: ``LedgerError`` when the capture is not the quote's total.
  public static func capture(
    _ capture: Capture,
    of intent: PaymentIntent
  ) throws(LedgerError) -> LedgerTransaction {
    let quote = intent.quote
    let id = ID(rawValue: "capture-\(intent.id.rawValue)")
    guard capture.amount == quote.total else {
      throw LedgerError(
        .unbalanced,
        "'\(id.rawValue)' takes '\(capture.amount)', expected '\(quote.total)'"
      )
    }
    let mealTax = quote.mealTax.minorUnits
    let deliveryTax = quote.tax.minorUnits - mealTax
    return try LedgerTransaction(
      id,
      at: capture.at,
      in: capture.amount.currency,
      [
        (.processor, capture.amount.minorUnits),
        (.chef, mealTax - quote.meal.minorUnits),
        (.delivery, deliveryTax - quote.delivery.minorUnits),
        (.tips, -quote.tip.minorUnits),
        (.tax, -quote.tax.minorUnits),
      ]
    )
  }

  /// Books money that went back.
  ///
  /// - Throws: ``LedgerError`` for an amount that is not above 0.
  public static func refund(_ refund: Refund, at: Date) throws(LedgerError) -> LedgerTransaction {
    let id = ID(rawValue: "refund-\(refund.id.rawValue)")
    guard refund.amount.minorUnits > 0 else {
      throw LedgerError(
        .malformed,
        "'\(id.rawValue)' gives '\(refund.amount)' back, expected an amount above 0"
      )
    }
    return try LedgerTransaction(
      id,
      at: at,
      in: refund.amount.currency,
      [
        (.refunds, refund.amount.minorUnits),
        (.processor, -refund.amount.minorUnits),
      ]
    )
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
