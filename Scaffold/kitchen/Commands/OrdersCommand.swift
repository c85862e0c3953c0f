import AppConsole
import ArgumentParser
import FlowKit

struct OrdersCommand: KitchenSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "orders",
    abstract: "List the orders that are offered, accepted or cooked, oldest first."
  )

  @OptionGroup var options: KitchenOptions

  func run(in session: KitchenSession) async throws {
    let app = try session.makeApp()
    let tickets = try await app.desk.tickets()
    let page = Page.tickets(
      tickets,
      for: app.kitchenName,
      advising: session.console.invocation
    )
    try session.console.print(["schema": 2, "orders": tickets.map(\.document)], or: page)
  }
}
