extension Books {
  /// A query each for rows that must not be, with what they would mean.
  static let rules = [
    (
      "left open",
      """
      SELECT key FROM paymentIntent WHERE state = 'pending'
      UNION SELECT key FROM refund WHERE state = 'pending'
      """
    ),
    (
      "charged twice",
      """
      SELECT reference || ' ' || purpose FROM paymentIntent WHERE state = 'captured'
      GROUP BY reference, purpose HAVING count(*) > 1
      """
    ),
    (
      "captured and not booked",
      """
      SELECT id FROM paymentIntent
      WHERE state = 'captured' AND 'capture-' || id NOT IN (SELECT id FROM ledgerTransaction)
      """
    ),
    (
      "booked and not moved",
      """
      SELECT id FROM ledgerTransaction
      WHERE id NOT IN (
        SELECT 'capture-' || id FROM paymentIntent WHERE state = 'captured'
        UNION SELECT 'refund-' || id FROM refund WHERE state = 'refunded'
      )
      """
    ),
    (
      "given back and not booked",
      """
      SELECT id FROM refund
      WHERE state = 'refunded' AND 'refund-' || id NOT IN (SELECT id FROM ledgerTransaction)
      """
    ),
    (
      "cancelled, paid and not refunded",
      "SELECT reference FROM (\(settlements)) WHERE isCancelled AND refunded < captured"
    ),
    (
      "given back twice",
      "SELECT reference FROM (\(settlements)) WHERE refunded > captured"
    ),
    (
      "given back of a meal that was not cancelled and has not left the kitchen",
      """
      SELECT reference FROM refund WHERE state <> 'failed' AND reference NOT IN (
        SELECT orderReference FROM statusChange WHERE status IN ('cancelled', 'on-its-way')
      )
      """
    ),
    (
      "cancelled, and still owed to somebody",
      """
      SELECT id FROM paymentIntent AS paid
      WHERE state = 'captured'
        AND reference IN (SELECT orderReference FROM statusChange WHERE status = 'cancelled')
        AND EXISTS (
          SELECT account FROM ledgerEntry
          JOIN ledgerTransaction AS booked ON booked.serial = ledgerTransaction
          WHERE booked.id = 'capture-' || paid.id OR booked.id IN (
            SELECT 'refund-' || id FROM refund WHERE intent = paid.id AND state = 'refunded'
          )
          GROUP BY account HAVING sum(minorUnits) <> 0
        )
      """
    ),
    (
      "cancelled, and other storage does not know",
      """
      SELECT orderReference FROM statusChange
      WHERE status = 'cancelled' AND orderReference NOT IN (SELECT orderReference FROM cancelledOrder)
      """
    ),
    (
      "cancelled, and offered to a chef",
      """
      SELECT orderReference FROM offer
      WHERE state = 'open' AND orderReference IN (SELECT orderReference FROM cancelledOrder)
      """
    ),
    (
      "accepted by no chef, or by several",
      """
      SELECT orderReference FROM assignment WHERE (
        SELECT count(*) FROM offer WHERE state = 'accepted'
          AND offer.orderReference = assignment.orderReference
          AND offer.chefID = assignment.chefID
      ) <> 1
      UNION SELECT orderReference FROM offer WHERE state = 'accepted'
        AND orderReference NOT IN (SELECT orderReference FROM assignment)
      """
    ),
    (
      "not announced",
      "SELECT id FROM \"order\" WHERE isAnnounced = 0"
    ),
    (
      "out of balance",
      """
      SELECT id FROM ledgerTransaction AS booked
      WHERE (
        SELECT coalesce(sum(minorUnits), 1) FROM ledgerEntry
        WHERE ledgerTransaction = booked.serial
      ) <> 0
      """
    ),
    (
      "booked with another amount than captured",
      """
      SELECT paymentIntent.id FROM paymentIntent
      JOIN ledgerTransaction AS booked ON booked.id = 'capture-' || paymentIntent.id
      JOIN ledgerEntry ON ledgerTransaction = booked.serial AND account = 'processor'
      WHERE minorUnits <> json_extract(document, '$.outcome.captured._0.amount.minorUnits')
      """
    ),
    (
      "in progress without an order",
      """
      SELECT reference FROM (
        SELECT orderReference AS reference FROM statusChange
        UNION SELECT orderReference FROM assignment
        UNION SELECT orderReference FROM offer
        UNION SELECT reference FROM paymentIntent
      ) WHERE reference NOT IN (SELECT id FROM "order")
      """
    ),
    (
      "paid before it had a chef",
      """
      SELECT reference FROM paymentIntent
      WHERE reference NOT IN (SELECT orderReference FROM assignment)
      """
    ),
    (
      "cooked before it was paid",
      """
      SELECT orderReference FROM statusChange
      WHERE sequence > 1 AND status <> 'cancelled' AND orderReference NOT IN (
        SELECT reference FROM paymentIntent WHERE purpose = 'meal' AND state = 'captured'
      )
      """
    ),
    (
      "with a gap in its timeline",
      "SELECT orderReference FROM statusChange GROUP BY 1 HAVING count(*) <> max(sequence)"
    ),
  ]

  /// What was taken and given back by each payment, and how its order ended.
  private static let settlements = """
    SELECT reference,
      json_extract(document, '$.outcome.captured._0.amount.minorUnits') AS captured,
      (
        SELECT coalesce(sum(json_extract(refund.document, '$.amount.minorUnits')), 0)
        FROM refund WHERE refund.intent = paymentIntent.id AND refund.state = 'refunded'
      ) AS refunded,
      reference IN (
        SELECT orderReference FROM statusChange WHERE status = 'cancelled'
      ) AS isCancelled
    FROM paymentIntent WHERE state = 'captured'
    """
}
