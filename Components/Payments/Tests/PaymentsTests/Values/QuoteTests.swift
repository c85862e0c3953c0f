import FlowKit
import Foundation
import Testing

@testable import Payments

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
