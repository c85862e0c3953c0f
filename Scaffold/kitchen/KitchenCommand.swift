import AppConsole
import ArgumentParser
import Foundation

/// The root of the command line; alone, it lists the orders.
@main
struct KitchenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kitchen",
    abstract: "Cook what customers order with 'cookr'.",
    discussion: """
      An order is accepted, cooked, handed over and delivered. Its customer sees each step at once. \
      Kitchens share the database of the customers' app.
      """,
    version: ComponentVersions(in: Data(PackageResources.manifest_json))
      .summary(of: ["FlowKit", "OrderProcessing", "StatusUpdates"]),
    subcommands: [
      OrdersCommand.self, AcceptCommand.self, CookCommand.self, HandOverCommand.self,
      DeliverCommand.self, DeclineCommand.self, BoardCommand.self, UpdatesCommand.self,
    ],
    defaultSubcommand: OrdersCommand.self
  )

  static func main() async {
    await runApp()
  }
}
