import FlowKit
import OrderProcessing
import StatusUpdatesInterface

/// What a person chooses before a flow can start without a link.
struct FlowNeed: Sendable {
  /// Asks for it, and returns what a link would say.
  let ask: @Sendable (Composition, any Presenter) async throws -> FlowLink
  /// Refuses a link for something that is not there.
  let check: @Sendable (FlowLink, Composition) async throws -> Void

  init(
    check: @escaping @Sendable (FlowLink, Composition) async throws -> Void = { _, _ in },
    ask: @escaping @Sendable (Composition, any Presenter) async throws -> FlowLink
  ) {
    self.check = check
    self.ask = ask
  }

  static let nothing = FlowNeed { _, _ in FlowLink() }

  /// One of the orders, which the first part of a link names.
  static let order = FlowNeed(orderThat: { _ in true })

  /// One of the orders that are not at their end.
  static let openOrder = FlowNeed(orderThat: { !$0.status.isFinal })

  private init(orderThat isOffered: @escaping @Sendable (OrderRecord) -> Bool) {
    self.init(
      check: { link, app in
        if let name = link.path.first { _ = try await app.order(named: name) }
      },
      ask: { app, presenter in
        let records = try await app.records(limit: 100).filter(isOffered)
        guard !records.isEmpty else {
          throw FlowFailure(.noSuchOrder, "there is no order yet", help: "order a meal first")
        }
        let orders = records.map { record in
          Choice(
            id: record.order.id.rawValue,
            label: record.order.id.rawValue,
            detail: "\(record.status.label), \(record.order.total)",
            keywords: record.order.lines.map(\.name)
          )
        }
        let order = try await presenter.ask(.chooseOne("order", "Which order?", from: orders))
        return FlowLink(path: [order])
      }
    )
  }
}
