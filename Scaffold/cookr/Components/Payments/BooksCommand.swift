import AppConsole
import ArgumentParser
import FlowKit
import Foundation
import Payments
import Persistence

struct BooksCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "books",
    abstract: "Show the balances of the ledger, and check that all of it sums to zero."
  )

  @OptionGroup var options: AppOptions

  @Flag(help: "List every entry too.")
  var entries = false

  func run(in session: AppSession) async throws {
    try await session.withApp { app in
      let books = try Books(try await app.paymentStore.entries())
      try session.console.print(
        BooksDocument(books, withEntries: entries),
        or: .books(books, withEntries: entries)
      )
    }
  }
}

/// What the ledger says, once it is known to be one.
struct Books {
  let ledger: Ledger
  let transactions: Int

  /// - Throws: A `FlowFailure` for a transaction that does not sum to zero, or that is there twice.
  init(_ entries: [LedgerEntry]) throws {
    do {
      ledger = try Ledger(entries)
    } catch {
      throw FlowFailure.damaged("the ledger is damaged: \(error)")
    }
    transactions = Set(entries.map(\.transaction)).count
  }
}

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
