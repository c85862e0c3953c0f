import AppConsole
import ArgumentParser
import FlowKit
import PaymentsInterface
import PaymentsStorage
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
