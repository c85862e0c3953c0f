import AppConsole
import ArgumentParser
import FlowKit
import StatusUpdates

/// A command that takes one step of an order, and has the step's name.
protocol StepSubcommand: KitchenSubcommand {
  static var step: KitchenStep { get }
  static var abstract: String { get }

  var order: OrderArgument { get }
  var reason: String? { get }
}

struct OrderArgument: ParsableArguments {
  @Argument(help: "The order; without it, choose one.")
  var id: String?
}

extension StepSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: step.rawValue, abstract: abstract)
  }

  var reason: String? { nil }

  func run(in session: KitchenSession) async throws {
    let app = try session.makeApp()
    let request = StepRequest(step: Self.step, order: order.id, reason: reason)
    let ticket = try await waitForCallback { callback in
      app.desk.start(request, on: session.presenter()) { result in callback(result) }
    }.get()
    let page = Page.ticket(ticket, advising: session.console.invocation)
    try session.console.print(["schema": 2, "order": ticket.document], or: page)
    if let report = try await app.undelivered() {
      session.console.note("status updates are still waiting: \(report)")
    }
  }
}

struct AcceptCommand: StepSubcommand {
  static let step = KitchenStep.accept
  static let abstract = "Accept an order that is offered; its customer pays then."

  @OptionGroup var options: KitchenOptions
  @OptionGroup var order: OrderArgument
}

struct DeclineCommand: StepSubcommand {
  static let step = KitchenStep.decline
  static let abstract = "Decline an order that is offered; the next best chef is asked."

  @OptionGroup var options: KitchenOptions

  @Option(help: ArgumentHelp("Why, for the customer.", valueName: "words"))
  var reason: String?

  @OptionGroup var order: OrderArgument
}

struct CookCommand: StepSubcommand {
  static let step = KitchenStep.cook
  static let abstract = "Start to cook an order that is paid."

  @OptionGroup var options: KitchenOptions
  @OptionGroup var order: OrderArgument
}

struct HandOverCommand: StepSubcommand {
  static let step = KitchenStep.handOver
  static let abstract = "Hand a meal over to the courier."

  @OptionGroup var options: KitchenOptions
  @OptionGroup var order: OrderArgument
}

struct DeliverCommand: StepSubcommand {
  static let step = KitchenStep.deliver
  static let abstract = "Record that the customer has the meal."

  @OptionGroup var options: KitchenOptions
  @OptionGroup var order: OrderArgument
}

struct CancelCommand: StepSubcommand {
  static let step = KitchenStep.cancel
  static let abstract = "Give an accepted order up; what the customer paid is refunded."

  @OptionGroup var options: KitchenOptions

  @Option(help: ArgumentHelp("Why, for the customer.", valueName: "words"))
  var reason: String?

  @OptionGroup var order: OrderArgument
}
