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
      Customers offer an order to one chef after another. Who accepts it gets it; once it is paid, it is \
      cooked, handed over and delivered, and its customer sees each step. Kitchens share the database \
      of the customers' app.
      """,
    version: ComponentVersions(in: Data(PackageResources.manifest_json))
      .summary(of: ["ChefSourcing", "FlowKit", "OrderProcessing", "StatusUpdates"]),
    subcommands: [
      OrdersCommand.self, AcceptCommand.self, DeclineCommand.self, CookCommand.self,
      HandOverCommand.self, DeliverCommand.self, CancelCommand.self, BoardCommand.self,
      UpdatesCommand.self,
    ],
    defaultSubcommand: OrdersCommand.self
  )

  static func main() async {
    await runApp()
  }
}
