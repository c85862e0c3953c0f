import FlowKit
import Foundation
import Testing

@testable import Payments

struct LedgerTests {
  private func entry(
    _ account: LedgerAccount,
    _ amount: Money,
    in transaction: String = "t1",
    at: Date = noon
  ) -> LedgerEntry {
    LedgerEntry(
      transaction: LedgerTransaction.ID(rawValue: transaction),
      account: account,
      amount: amount,
      at: at
    )
  }

  private func lines(_ transaction: LedgerTransaction) -> [LedgerAccount: Int64] {
    let amounts = transaction.entries.map { ($0.account, $0.amount.minorUnits) }
    return Dictionary(uniqueKeysWithValues: amounts)
  }

  @Test func `a capture is owed to whom it was paid for, without tax`() throws {
    let intent = try intent("i1", tip: 235)
    let booking = try LedgerTransaction.capture(capture(intent), of: intent)
    #expect(booking.id.rawValue == "capture-i1")
    #expect(booking.at == noon)
    #expect(
      lines(booking) == [
        .processor: 2875, .chef: -2196, .fee: -271, .tips: -235, .tax: -173,
      ]
    )
  }

  @Test func `a capture of another amount than was quoted is not booked`() throws {
    let intent = try intent("i1")
    let wrong = Capture(charge: ChargeID(rawValue: "ch"), amount: eur(2641), at: noon)
    let error = #expect(throws: LedgerError.self) {
      try LedgerTransaction.capture(wrong, of: intent)
    }
    #expect(error?.description == "'capture-i1' takes '€26.41', expected '€26.40'")
  }

  @Test func `a refund is taken from what the processor holds`() throws {
    let refund = refund("r1", of: try intent("i1"), 500)
    let booking = try LedgerTransaction.refund(refund, cancelling: nil, at: noon)
    #expect(booking.id.rawValue == "refund-r1")
    #expect(lines(booking) == [.refunds: 500, .processor: -500])
  }

  @Test func `a cancelled order owes nothing, whatever went back before`() throws {
    let intent = try intent("i1")
    let rest = try LedgerTransaction.refund(
      refund("r2", of: intent, 2140),
      cancelling: intent,
      at: noon
    )
    #expect(
      lines(rest) == [.chef: 2196, .fee: 271, .tax: 173, .refunds: -500, .processor: -2140]
    )
  }

  @Test func `every currency must balance alone`() throws {
    let usd = Money(minorUnits: -5, currency: .usd)
    let error = #expect(throws: LedgerError.self) {
      try LedgerTransaction([entry(.processor, eur(5)), entry(.chef, usd)])
    }
    #expect(error?.description.hasSuffix("expected zero") == true)
  }

  @Test func `entries that do not belong together are no transaction`() throws {
    let elsewhere = "'t1' has entries of another transaction or moment"
    let faults: [([LedgerEntry], String)] = [
      ([], "a transaction of 0 entries, expected 2 or more"),
      ([entry(.processor, eur(0))], "a transaction of 1 entries, expected 2 or more"),
      ([entry(.processor, eur(0)), entry(.chef, eur(0))], "'t1' has an entry of nothing"),
      ([entry(.chef, eur(1)), entry(.chef, eur(-1))], "'t1' has two entries of 'chef' in EUR"),
      ([entry(.chef, eur(1)), entry(.tax, eur(-1), in: "t2")], elsewhere),
      ([entry(.chef, eur(1)), entry(.tax, eur(-1), at: noon + 1)], elsewhere),
      ([entry(.chef, eur(1)), entry(.tax, eur(-2))], "'t1' sums to '-€0.01', expected zero"),
      ([entry(.chef, eur(.max)), entry(.tax, eur(1))], "'t1' is larger than this app can count"),
    ]
    for (entries, reason) in faults {
      let error = #expect(throws: LedgerError.self) { try LedgerTransaction(entries) }
      #expect(error?.description == reason)
    }
  }

  @Test func `a ledger sums its accounts, and reads back from its entries`() throws {
    let first = try intent("i1")
    let second = try intent("i2", for: OrderReference(rawValue: "order-2"))
    var ledger = Ledger()
    try ledger.append(.capture(capture(first), of: first))
    try ledger.append(.capture(capture(second), of: second))
    try ledger.append(.refund(refund("r1", of: first, 500), cancelling: nil, at: noon))
    #expect(
      ledger.balances == [
        LedgerBalance(account: .processor, amount: eur(4780)),
        LedgerBalance(account: .chef, amount: eur(-4392)),
        LedgerBalance(account: .fee, amount: eur(-542)),
        LedgerBalance(account: .tax, amount: eur(-346)),
        LedgerBalance(account: .refunds, amount: eur(500)),
      ]
    )
    #expect(try Ledger(ledger.entries) == ledger)
  }

  @Test func `a transaction is booked once, and a refused one leaves no trace`() throws {
    let intent = try intent("i1")
    var ledger = Ledger()
    try ledger.append(.capture(capture(intent), of: intent))
    let before = ledger
    let repeated = #expect(throws: LedgerError.self) {
      try ledger.append(.capture(capture(intent), of: intent))
    }
    #expect(repeated?.description == "'capture-i1' is already booked")
    let huge = try LedgerTransaction([
      entry(.processor, eur(.max), in: "t2"), entry(.chef, eur(-.max), in: "t2"),
    ])
    let overflow = #expect(throws: LedgerError.self) { try ledger.append(huge) }
    let tooLarge = "'t2' brings 'processor' above what this app can count"
    #expect(overflow?.description == tooLarge)
    #expect(ledger == before)
  }

  @Test func `an audit finds an entry that was taken away`() throws {
    let intent = try intent("i1")
    let entries = try LedgerTransaction.capture(capture(intent), of: intent).entries
    let error = #expect(throws: LedgerError.self) { try Ledger(Array(entries.dropLast())) }
    #expect(error?.description.hasSuffix("expected zero") == true)
  }
}

struct QuoteTests {
  @Test func `the total is meal, fee and tip, and tells the tax they include`() throws {
    let quote = try PaymentsTests.quote(tip: 235)
    #expect(quote.meal == eur(2350))
    #expect(quote.fee == eur(290))
    #expect(quote.tip == eur(235))
    #expect(quote.tax == eur(173))
    #expect(quote.total == eur(2875))
  }

  @Test(
    arguments: [
      (price: 107, basisPoints: 700, tax: 7), (1, 700, 0), (8, 700, 1), (7, 700, 0),
      (3, 10_000, 2), (1, 10_000, 0), (5, 10_000, 2), (119, 1900, 19), (100, 0, 0),
      (Int64.max, 10_000, Int64.max / 2 + 1),
    ] as [(price: Int64, basisPoints: Int, tax: Int64)]
  )
  func `included tax is rounded half to even`(
    price: Int64,
    basisPoints: Int,
    tax: Int64
  ) throws {
    let quote = try Quote(
      meal: eur(price),
      fee: eur(0),
      tip: eur(0),
      taxBasisPoints: basisPoints
    )
    #expect(quote.tax == eur(tax))
  }

  @Test(
    arguments: [
      (eur(-1), eur(0), eur(5), 700, "the meal costs '-€0.01', expected an amount of at least 0"),
      (
        eur(1), eur(-1), eur(0), 700,
        "the chef's fee costs '-€0.01', expected an amount of at least 0"
      ),
      (eur(1), eur(0), eur(-1), 700, "the tip costs '-€0.01', expected an amount of at least 0"),
      (eur(0), eur(0), eur(0), 700, "a total of '€0.00', expected an amount above 0"),
      (eur(1), eur(0), eur(0), -1, "tax of '-1' basis points, expected 0 to 10000"),
      (eur(1), eur(0), eur(0), 10_001, "tax of '10001' basis points, expected 0 to 10000"),
      (eur(.max), eur(1), eur(0), 0, "the amount is larger than this app can count"),
      (eur(.max), eur(0), eur(1), 0, "the amount is larger than this app can count"),
      (
        eur(1), Money(minorUnits: 1, currency: .usd), eur(0), 700,
        "amounts in EUR and USD do not add"
      ),
    ] as [(Money, Money, Money, Int, String)]
  )
  func `amounts that make no sense are refused`(
    meal: Money,
    fee: Money,
    tip: Money,
    basisPoints: Int,
    message: String
  ) throws {
    #expect(throws: FlowFailure(.invalidParameters, message)) {
      try Quote(meal: meal, fee: fee, tip: tip, taxBasisPoints: basisPoints)
    }
  }

  @Test func `a quote reads back as it was written`() throws {
    let written = try quote(tip: 100)
    let data = try JSONEncoder().encode(written)
    #expect(try JSONDecoder().decode(Quote.self, from: data) == written)
  }
}
