public import FlowKit
public import Foundation

/// Entries that belong together and sum to zero in each currency.
public struct LedgerTransaction: Sendable, Hashable, Identifiable {
  /// Names it; the same fact always gives the same name, so that it is booked once.
  public let id: ID
  public let at: Date
  public let entries: [LedgerEntry]

  public typealias ID = Identifier<LedgerTransaction>

  init(_ entries: [LedgerEntry]) throws(LedgerError) {
    guard let first = entries.first, entries.count > 1 else {
      throw LedgerError("a transaction of \(entries.count) entries, expected 2 or more")
    }
    id = first.transaction
    at = first.at
    self.entries = entries
    var sums: [Currency: Int64] = [:]
    var places: Set<LedgerPosition> = []
    for entry in entries {
      guard entry.transaction == id, entry.at == at else {
        throw LedgerError(
          "'\(id.rawValue)' has entries of another transaction or moment"
        )
      }
      guard entry.amount.minorUnits != 0 else {
        throw LedgerError("'\(id.rawValue)' has an entry of nothing")
      }
      let currency = entry.amount.currency
      guard places.insert(entry.position).inserted else {
        throw LedgerError(
          "'\(id.rawValue)' has two entries of '\(entry.account.rawValue)' in \(currency.code)"
        )
      }
      let (sum, overflow) = sums[currency, default: 0]
        .addingReportingOverflow(entry.amount.minorUnits)
      guard !overflow else {
        throw LedgerError("'\(id.rawValue)' is larger than this app can count")
      }
      sums[currency] = sum
    }
    if let (currency, sum) = sums.first(where: { $0.value != 0 }) {
      let amount = Money(minorUnits: sum, currency: currency)
      throw LedgerError("'\(id.rawValue)' sums to '\(amount)', expected zero")
    }
  }
}

/// One line of the ledger: an amount that moved into an account, or out of it.
public struct LedgerEntry: Sendable, Hashable, Codable {
  public let transaction: LedgerTransaction.ID
  public let account: LedgerAccount
  /// By how much; a debit is positive, a credit negative.
  public let amount: Money
  public let at: Date
}

extension LedgerTransaction {
  /// Books money that was taken: from the processor to whom it is owed.
  ///
  /// - Throws: ``LedgerError`` when the capture is not the quote's total.
  static func capture(
    _ capture: Capture,
    of intent: PaymentIntent
  ) throws(LedgerError) -> LedgerTransaction {
    let id = ID(rawValue: "capture-\(intent.id.rawValue)")
    guard capture.amount == intent.quote.total else {
      throw LedgerError(
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
  static func refund(
    _ refund: Refund,
    cancelling cancelled: PaymentIntent?,
    at: Date
  ) throws(LedgerError) -> LedgerTransaction {
    let id = ID(rawValue: "refund-\(refund.id.rawValue)")
    guard refund.amount.minorUnits > 0 else {
      throw LedgerError(
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

/// An account of the ledger; debits are positive, credits negative.
///
/// Customers pay at once and never owe anything, so they have no account: payments are debited to
/// ``processor``. For a cancelled order nothing is owed: its refund takes back what its capture owed.
/// Other refunds are the app's own cost: the chef keeps what was earned, and a refund's share of the
/// tax is claimed back when tax is declared, outside this ledger.
public enum LedgerAccount: String, Sendable, Hashable, Codable, CaseIterable {
  /// What the processor holds for the app; debited by captures, credited by refunds.
  case processor
  /// What is owed to chefs for meals, without tax; credited.
  case chef
  /// What is owed to chefs as their fees, without tax; credited.
  case fee
  /// What is owed to chefs as tips; credited.
  case tips
  /// What is owed to the tax office; credited.
  case tax
  /// What was given back of orders that were not cancelled; debited.
  case refunds

  public var label: String {
    switch self {
    case .processor: "Processor"
    case .chef: "Chef"
    case .fee: "Chef's fee"
    case .tips: "Tips"
    case .tax: "Tax"
    case .refunds: "Refunds"
    }
  }
}
