import AppConsole
import ArgumentParser
import FlowKit
import StatusUpdatesInterface

/// A command that takes one step of an order.
protocol StepSubcommand: KitchenSubcommand {
  static var step: KitchenStep { get }

  /// The order; `nil` to choose one of those that allow the step.
  var id: String? { get }
  /// Why the order is declined or cancelled.
  var reason: String? { get }
}

extension StepSubcommand {
  var reason: String? { nil }

  func run(in session: KitchenSession) async throws {
    let app = try session.makeApp()
    let order = try await order(in: app, on: session)
    let ticket = try await app.desk.take(Self.step, of: order, reason: reason)
    let page = Page.ticket(ticket, advising: session.console.invocation)
    try session.console.print(StepDocument(ticket), or: page)
    if let report = try await app.undelivered() {
      session.console.note("status updates are still waiting: \(report)")
    }
  }

  private func order(
    in app: Composition,
    on session: KitchenSession
  ) async throws -> OrderReference {
    if let id { return OrderReference(rawValue: id.lowercased()) }
    let tickets = try await app.desk.tickets().filter { $0.steps.contains(Self.step) }
    guard !tickets.isEmpty else {
      throw Trouble(.notPossible, "there is no order to \(Self.step.rawValue)")
    }
    let ticket = try await session.presenter().ask(
      .chooseOne("order", "Which order?", from: tickets)
    )
    return ticket.timeline.order
  }
}

struct AcceptCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept an order that is offered; its customer pays then."
  )
  static let step = KitchenStep.accept

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}

struct DeclineCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "decline",
    abstract: "Decline an order that is offered; the next best chef is asked."
  )
  static let step = KitchenStep.decline

  @OptionGroup var options: KitchenOptions

  @Option(help: ArgumentHelp("Why, for the customer.", valueName: "words"))
  var reason: String?

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}

struct CookCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "cook",
    abstract: "Start to cook an order that is paid."
  )
  static let step = KitchenStep.cook

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}

struct HandOverCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "hand-over",
    abstract: "Hand a meal over to the courier."
  )
  static let step = KitchenStep.handOver

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}

struct DeliverCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Record that the customer has the meal."
  )
  static let step = KitchenStep.deliver

  @OptionGroup var options: KitchenOptions

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}

struct CancelCommand: StepSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Give an accepted order up; what the customer paid is refunded."
  )
  static let step = KitchenStep.cancel

  @OptionGroup var options: KitchenOptions

  @Option(help: ArgumentHelp("Why, for the customer.", valueName: "words"))
  var reason: String?

  @Argument(help: "The order; without it, choose one.")
  var id: String?
}
