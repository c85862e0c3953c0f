import FlowKit
import Foundation
import PaymentsInterface

/// `cookr books --json`.
struct BooksDocument: Encodable {
  struct Balance: Encodable {
    let account: String
    /// Debits positive, credits negative.
    let balance: MoneyDocument
  }

  struct Entry: Encodable {
    let transaction: String
    let account: String
    let amount: MoneyDocument
    let at: Date
  }

  let schema = 2
  let balances: [Balance]
  /// How many there are, each of which sums to zero in each currency.
  let transactions: Int
  /// `nil` if they were not asked for.
  let entries: [Entry]?

  init(_ books: Books, withEntries: Bool) {
    balances = books.ledger.balances.map {
      Balance(account: $0.account.rawValue, balance: MoneyDocument($0.amount))
    }
    transactions = books.transactions
    entries =
      withEntries
      ? books.ledger.entries.map { entry in
        Entry(
          transaction: entry.transaction.rawValue,
          account: entry.account.rawValue,
          amount: MoneyDocument(entry.amount),
          at: entry.at
        )
      } : nil
  }
}

extension Page {
  /// The ledger as a person reads it.
  static func books(_ books: Books, withEntries: Bool) -> Page {
    guard books.transactions > 0 else {
      return Page(title: "Books", lines: [.text("Nothing is booked yet.", role: .muted)])
    }
    var lines: [Line] = books.ledger.balances.map {
      .field($0.account.label, $0.amount.description)
    }
    let count = books.transactions
    lines += [
      .gap,
      .text(
        count == 1
          ? "1 transaction, which sums to zero" : "\(count) transactions, each sums to zero",
        role: .success
      ),
    ]
    if withEntries {
      var last: LedgerTransaction.ID?
      for entry in books.ledger.entries {
        if entry.transaction != last {
          lines += [.gap, .text(entry.transaction.rawValue, role: .heading)]
        }
        last = entry.transaction
        lines.append(.field(entry.account.label, entry.amount.description))
      }
    }
    return Page(title: "Books", lines: lines)
  }
}
