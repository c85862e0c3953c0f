package import FlowKit
import GRDB
import Persistence

extension SQLitePaymentStore {
  /// The cancelled orders of whose money a part was taken and is not on its way back, oldest first.
  package func unsettledCancellations() async throws -> [OrderReference] {
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
      .map(OrderReference.init(rawValue:))
    }
  }
}
