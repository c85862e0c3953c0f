import AppConsole
import ArgumentParser

struct OrdersCommand: KitchenSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "orders",
    abstract: "List the orders that are paid and not delivered, oldest first."
  )

  @OptionGroup var options: KitchenOptions

  func run(in session: KitchenSession) async throws {
    let app = try session.makeApp()
    let tickets = try await app.tickets()
    try session.console.print(TicketsDocument(tickets), or: .tickets(tickets, for: app.kitchen))
  }
}
