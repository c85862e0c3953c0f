import GRDB
import ProgramTesting
import Testing

/// Records that no version of the app has written: an error that names the record, and no trap.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct DamagedRecordTests {
  private func expectDamage(_ command: String, _ message: String) async throws {
    try await cookr(command).fails(
      53,
      message,
      help: "restore the database from a backup, or start a new one with '--database FILE'"
    )
  }

  @Test(arguments: ["orders", "meal --yes --order ID"])
  func `an order from a time that no calendar shows`(command: String) async throws {
    let id = try await placeOrder()
    try await Home.current.write(
      #"UPDATE "order" SET document = json_set(document, '$.placedAt', 1e300)"#
    )
    // As a killed process leaves it, so that the next start begins its timeline.
    try await Home.current.write("DELETE FROM statusChange")
    try await expectDamage(
      command.replacing("ID", with: id),
      """
      Order '\(id)' in the database is damaged: placedAt: the time '1e+300' in seconds since 1970, \
      expected one in the years 1 to 9999
      """
    )
  }

  @Test(arguments: [Int64.max, .min, 9_467_000_000_000_000])
  func `a step from a time that no calendar shows`(milliseconds: Int64) async throws {
    let id = try await placeOrder()
    try await Home.current.write("UPDATE statusChange SET at = \(milliseconds)")
    try await expectDamage(
      "track \(id)",
      """
      the timeline of order '\(id)' is damaged: the time '\(Double(milliseconds) / 1000)' in seconds \
      since 1970, expected one in the years 1 to 9999
      """
    )
  }

  @Test func `a column of another type`() async throws {
    let id = try await placeOrder()
    try await Home.current.write(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'statusChange';
      """
    )
    try await Home.current.write("UPDATE statusChange SET at = 'yesterday'")
    try await expectDamage(
      "track \(id)",
      #"the database is damaged: 'at' is "yesterday", expected Int64"#
    )
  }

  @Test(
    arguments: [
      ("taxBasisPoints", "-10000", "tax of '-10000' basis points, expected 0 to 10000"),
      ("meal.minorUnits", "9223372036854775807", "the amount is larger than this app can count"),
      ("total.minorUnits", "1", "the total is '€0.01', expected 'TOTAL'"),
    ]
  )
  func `a payment whose sums are wrong`(
    member: String,
    value: String,
    reason: String
  ) async throws {
    let id = try await paidOrder()
    let total = try #require(try Ledger.charges(in: Home.current).first)
    try await Home.current.write(
      "UPDATE paymentIntent SET document = json_set(document, '$.quote.\(member)', \(value))"
    )
    let queue = try DatabaseQueue(path: Home.current.database)
    let intent = try await queue.read {
      try String.fetchOne($0, sql: "SELECT id FROM paymentIntent")
    }
    try queue.close()
    let expected = reason.replacing("TOTAL", with: euros(total))
    try await expectDamage(
      "refund \(id) --yes",
      "PaymentIntent '\(intent ?? "")' in the database is damaged: quote: total: \(expected)"
    )
  }

  @Test func `refunds that come to more than any number`() async throws {
    let id = try await deliveredOrder()
    for _ in 1...2 { #expect(try await cookr("refund \(id) --amount 1 --yes").status == 0) }
    try await Home.current.write(
      "UPDATE refund SET document = json_set(document, '$.amount.minorUnits', \(Int64.max))"
    )
    try await cookr("refund \(id) --yes").fails(31, "nothing is left to refund of order '\(id)'")
  }
}
