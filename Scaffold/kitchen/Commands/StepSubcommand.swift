import AppConsole
import FlowKit
import StatusUpdatesInterface

/// A command that takes one step of an order.
protocol StepSubcommand: KitchenSubcommand {
  static var step: KitchenStep { get }

  /// The order; `nil` to choose one of those that allow the step.
  var id: String? { get }
}

extension StepSubcommand {
  func run(in session: KitchenSession) async throws {
    let app = try session.makeApp()
    let order = try await order(in: app, on: session)
    let ticket = try await app.ticket(for: try await app.desk.take(Self.step, of: order))
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
    if let id { return OrderReference(rawValue: id) }
    let tickets = try await app.tickets().filter { $0.steps.contains(Self.step) }
    guard !tickets.isEmpty else {
      throw Trouble(.notPossible, "there is no order to \(Self.step.rawValue)")
    }
    let ticket = try await session.presenter().ask(
      .chooseOne("order", "Which order?", from: tickets)
    )
    return ticket.state.timeline.order
  }
}
