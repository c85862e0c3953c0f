import FlowKit
import Foundation
import Testing

struct MoneyTests {
  private func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .eur) }

  @Test func `amounts of one currency add, subtract and multiply`() throws {
    #expect(try euros(1190).adding(euros(-190)) == euros(1000))
    #expect(try euros(1190).subtracting(euros(1200)) == euros(-10))
    #expect(try euros(1190).multiplied(by: 3) == euros(3570))
    #expect(try euros(1190).adding(.zero(.eur)) == euros(1190))
  }

  @Test func `amounts of two currencies do not add`() {
    let dollars = Money(minorUnits: 1, currency: .usd)
    #expect(throws: Money.ArithmeticError.mixedCurrencies(.eur, .usd)) {
      try euros(1).adding(dollars)
    }
    #expect(throws: Money.ArithmeticError.mixedCurrencies(.usd, .eur)) {
      try dollars.subtracting(euros(1))
    }
  }

  @Test func `what does not fit into 64 bits is refused`() {
    #expect(throws: Money.ArithmeticError.overflow) { try euros(.max).adding(euros(1)) }
    #expect(throws: Money.ArithmeticError.overflow) { try euros(.min).subtracting(euros(1)) }
    #expect(throws: Money.ArithmeticError.overflow) { try euros(.max).multiplied(by: 2) }
    #expect(throws: Money.ArithmeticError.overflow) { try euros(.max).portion(basisPoints: 2) }
  }

  @Test(
    arguments: [
      (1000, 1900, 190), (50, 100, 0), (150, 100, 2), (250, 100, 2), (51, 100, 1), (49, 100, 0),
      (-50, 100, 0), (-150, 100, -2), (-250, 100, -2), (150, -100, -2), (1234, 10_000, 1234),
    ] as [(Int64, Int, Int64)]
  )
  func `a portion is rounded half to even`(
    cents: Int64,
    basisPoints: Int,
    expected: Int64
  ) throws {
    #expect(try euros(cents).portion(basisPoints: basisPoints) == euros(expected))
  }

  @Test(arguments: [
    (Money(minorUnits: 1250, currency: .eur), "€12.50"),
    (Money(minorUnits: 5, currency: .eur), "€0.05"),
    (Money(minorUnits: 0, currency: .usd), "$0.00"),
    (Money(minorUnits: -5, currency: .gbp), "-£0.05"),
    (Money(minorUnits: 1250, currency: .jpy), "¥1250"),
    (Money(minorUnits: .min, currency: .eur), "-€92233720368547758.08"),
  ])
  func `an amount reads as people write it`(money: Money, text: String) {
    #expect("\(money)" == text)
  }

  @Test func `a currency without a sign of its own is named behind the amount`() throws {
    let dinar = try #require(Currency(code: "KWD"))
    let francs = try #require(Currency(code: "CHF"))
    #expect("\(Money(minorUnits: -1250, currency: dinar))" == "-1.250 KWD")
    #expect("\(Money(minorUnits: 1250, currency: francs))" == "12.50 CHF")
  }

  @Test func `an amount is stored as its minor units and the currency's code`() throws {
    let json = #"{"currency":"EUR","minorUnits":1250}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(euros(1250)), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Money.self, from: Data(json.utf8)) == euros(1250))
  }

  @Test(arguments: ["", "EU", "EURO", "eur", "E1R", "ÉUR"])
  func `a currency of another form is refused`(code: String) {
    #expect(Currency(code: code) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Money.self,
        from: Data(#"{"currency":"\#(code)","minorUnits":1}"#.utf8)
      )
    }
  }
}
