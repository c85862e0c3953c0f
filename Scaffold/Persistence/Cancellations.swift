package import FlowKit
package import GRDB

extension FlowFailure.Code {
  /// The order is cancelled, and takes neither a chef nor a payment.
  package static let orderCancelled = Self(rawValue: "app.order-cancelled", kind: .conflict)
}

extension FlowFailure {
  /// That nothing can be begun for an order any more, since it is cancelled.
  package init(cancelledOrder order: String) {
    self.init(
      .orderCancelled,
      "order '\(order)' is cancelled",
      help: "place a new order"
    )
  }
}

/// What a cancelled order means for the other tables.
package enum Cancellations {
  /// Refuses what must not begin for a cancelled order.
  ///
  /// Within the transaction that would begin it, so that no cancellation comes in between.
  ///
  /// - Throws: a `FlowFailure` with code `orderCancelled`.
  package static func requireNone(of order: String, in db: Database) throws {
    let isCancelled = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM statusChange WHERE orderReference = ? AND status = 'cancelled'
        )
        """,
      arguments: [order]
    )
    guard isCancelled == true else { return }
    throw FlowFailure(cancelledOrder: order)
  }
}
