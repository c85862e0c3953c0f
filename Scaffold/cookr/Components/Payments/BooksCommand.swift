import AppConsole
import ArgumentParser
import FlowKit
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
        books.document(withEntries: entries),
        or: .books(books, withEntries: entries)
      )
    }
  }
}

/// The content of the ledger, once it is known to be one.
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

extension Books {
  fileprivate func document(withEntries: Bool) -> Document {
    [
      "schema": 2,
      "balances": ledger.balances.map { balance -> Document in
        ["account": balance.account.rawValue, "balance": balance.amount.document]
      },
      "transactions": transactions,
      "entries": withEntries ? ledger.entries.map(\.document) : nil,
    ]
  }
}

extension LedgerEntry {
  fileprivate var document: Document {
    [
      "transaction": transaction.rawValue, "account": account.rawValue,
      "amount": amount.document, "at": at,
    ]
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
