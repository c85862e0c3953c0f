import AppConsole
import ArgumentParser
import FlowKit

struct OrdersCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders",
    abstract: "List the orders, newest first."
  )

  @OptionGroup var options: AppOptions

  @Option(help: ArgumentHelp("List at most this many orders.", valueName: "number"))
  var limit = 50

  func validate() throws {
    guard (1...100_000).contains(limit) else {
      throw ValidationError("invalid limit '\(limit)', expected 1 to 100000")
    }
  }

  func run(in session: AppSession) async throws {
    try await session.withApp { app in
      let records = try await app.records(limit: limit)
      let page = Page.orders(records, advising: session.console.invocation)
      try session.console.print(OrdersDocument(records), or: page)
    }
  }
}
