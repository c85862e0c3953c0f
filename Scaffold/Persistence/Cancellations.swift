package import FlowKit
import GRDB
package import Payments

extension FlowFailure.Code {
  /// The order is cancelled, and takes neither a chef nor a payment.
  package static let orderCancelled = Self(rawValue: "app.order-cancelled")
}

extension FlowFailure {
  /// That nothing can be begun for an order any more, since it is cancelled.
  package init(cancelledOrder order: String) {
    self.init(
      .orderCancelled,
      "order '\(order)' is cancelled",
      help: "place a new one with 'cookr order'"
    )
  }
}

/// What a cancelled order means for the other tables.
enum Cancellations {
  /// Refuses what must not begin for a cancelled order.
  ///
  /// Within the transaction that would begin it, so that no cancellation comes in between.
  ///
  /// - Throws: a `FlowFailure` with code `orderCancelled`.
  static func requireNone(of order: String, in db: Database) throws {
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

extension SQLitePaymentStore {
  /// The cancelled orders of whose money a part was taken and is not on its way back, oldest first.
  package func unsettledCancellations() async throws -> [PaymentReference] {
    try await database.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT reference FROM paymentIntent
          WHERE state = 'captured'
            AND reference IN (SELECT orderReference FROM statusChange WHERE status = 'cancelled')
            AND json_extract(document, '$.outcome.captured._0.amount.minorUnits') > (
              SELECT coalesce(sum(json_extract(refund.document, '$.amount.minorUnits')), 0)
              FROM refund WHERE intent = paymentIntent.id AND refund.state <> 'failed'
            )
          ORDER BY serial
          """
      )
      .map(PaymentReference.init(rawValue:))
    }
  }
}
