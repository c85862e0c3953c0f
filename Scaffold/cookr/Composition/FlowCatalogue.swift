import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import Persistence
import StatusUpdates

/// Every flow that is built in, with its component and its deep links.
enum FlowCatalogue {
  static let entries: [FlowEntry] = [
    FlowEntry(OrderFlow.self, "Place an order", of: "OrderProcessing", needs: .nothing) {
      link,
      app,
      presenter in
      let parameters = try app.orderFlow().parameters(for: link)
      return .order(try await Coordinator(app, on: presenter).order(parameters))
    },
    FlowEntry(SourcingFlow.self, "Find a chef", of: "ChefSourcing", needs: .cuisine) {
      link,
      app,
      presenter in
      .assignment(try await Coordinator(app, on: presenter).findChef(by: link))
    },
    FlowEntry(
      name: "pay",
      title: "Pay an order",
      component: "Payments",
      links: [],
      needs: .order
    ) { link, app, presenter in
      try await app.pay(link, on: presenter)
    },
    FlowEntry(ReceiptFlow.self, "See a receipt", of: "Payments", needs: .order) {
      link,
      app,
      presenter in
      .receipts(try await app.payments.receipt.run(link, on: presenter))
    },
    FlowEntry(RefundFlow.self, "Refund an order", of: "Payments", needs: .order) {
      link,
      app,
      presenter in
      let request = try app.payments.refund.parameters(for: link)
      return .refund(try await Coordinator(app, on: presenter).refund(request))
    },
    FlowEntry(TipFlow.self, "Tip the chef", of: "Payments", needs: .order) {
      link,
      app,
      presenter in
      .receipts(
        [try await Coordinator(app, on: presenter).tip(by: link)].compactMap(\.self)
      )
    },
    FlowEntry(FollowFlow.self, "Follow an order", of: "StatusUpdates", needs: .order) {
      link,
      app,
      presenter in
      .followed(try await app.status.followFlow.run(link, on: presenter))
    },
  ]

  /// The flow that a link is for.
  ///
  /// - Throws: a `FlowFailure` with code `unknown-link` that names the nearest.
  static func entry(for link: DeepLink) throws(FlowFailure) -> FlowEntry {
    let linked = entries.filter { !$0.links.isEmpty }
    if let entry = linked.first(where: { $0.name == link.name }) { return entry }
    throw FlowFailure(
      .unknownLink,
      "there is no flow '\(link.name)'",
      help: nearestHelp(to: link.name, among: linked.map(\.name))
    )
  }
}

extension LinkedFlow {
  /// Starts the flow with what a link says and returns what it completes with.
  fileprivate func run(_ link: FlowLink, on presenter: any Presenter) async throws -> Output {
    try await start(parameters(for: link), on: presenter).get()
  }
}

extension Composition {
  fileprivate func pay(_ link: FlowLink, on presenter: any Presenter) async throws -> FlowOutcome {
    let order = try await self.order(named: link.path.first ?? "")
    guard let assignment = try await assignments.assignment(forOrder: order.id.rawValue) else {
      throw FlowFailure(
        .notPossible,
        "order '\(order.id)' has no chef yet, so its price is not known",
        help: "continue it with 'cookr meal --order \(order.id)'"
      )
    }
    return .receipts([try await Coordinator(self, on: presenter).pay(order, assignment)])
  }
}
