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

struct OrderReferenceTests {
  @Test(arguments: ["A", "A-17", "7f3a_x.9", String(repeating: "x", count: 64)])
  func `a reference of letters, digits and a few signs can name an order`(text: String) throws {
    try OrderReference(rawValue: text).validate()
  }

  @Test(arguments: [
    "", " ", "-17", "A 17", "A/17", "Ä-17", "A-17\n", "../x", String(repeating: "x", count: 65),
  ])
  func `anything else can name no order`(text: String) {
    let failure = #expect(throws: FlowFailure.self) {
      try OrderReference(rawValue: text).validate()
    }
    #expect(failure?.code == .invalidParameters)
  }

  @Test func `a refusal shows no control characters of what it refuses`() {
    let failure = #expect(throws: FlowFailure.self) {
      try OrderReference(rawValue: "A-\u{1B}[31m").validate()
    }
    #expect(failure?.message.contains("\u{1B}") == false)
  }
}

struct PrintableTests {
  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"), ("a\tb\nc\r\nd", "a b c  d"),
    ("\u{9B}2J", "\u{FFFD}2J"), ("\u{7F}\u{0}\u{7}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("pay \u{202E}001\u{202C}", "pay 001"), ("a\u{2028}b", "a b"), ("👩‍🍳 Phở", "👩‍🍳 Phở"),
  ])
  func `a terminal obeys nothing in a printable text`(text: String, expected: String) {
    #expect(text.printable == expected)
  }
}

struct SettingTests {
  private let setting = Setting("SHOP_DELAY", expected: "whole seconds", help: "leave it out")

  @Test(arguments: [[:], ["SHOP_DELAY": ""], ["SHOP_DELAY": " \t\n"], ["OTHER": "5"]])
  func `a setting that is empty is not set`(environment: [String: String]) throws {
    #expect(setting.text(in: environment) == nil)
    #expect(try setting.value(in: environment) { Int($0) } == nil)
  }

  @Test func `white space at the ends does not count`() throws {
    #expect(setting.text(in: ["SHOP_DELAY": " 5 or 6\n"]) == "5 or 6")
    #expect(try setting.value(in: ["SHOP_DELAY": " 5\n"]) { Int($0) } == 5)
  }

  @Test(arguments: [("soon", "soon"), (" so\u{1B}on ", "so\u{FFFD}on"), ("1\u{202E}x", "1x")])
  func `an invalid value is named, with its variable and what is expected`(
    text: String,
    shown: String
  ) throws {
    let failure = #expect(throws: FlowFailure.self) {
      try setting.value(in: ["SHOP_DELAY": text]) { Int($0) }
    }
    #expect(failure?.message == "invalid SHOP_DELAY '\(shown)', expected whole seconds")
    #expect(failure?.help == "leave it out")
    #expect(failure?.code == .invalidSetting)
    #expect(failure?.kind == .misconfigured)
  }

  @Test func `a secret is not named, and a component has codes of its own`() {
    let code = FlowFailure.Code(rawValue: "shop.setting", kind: .misconfigured)
    let failure = Setting("SHOP_KEY", expected: "a key", code: code).invalid(nil)
    #expect(failure == FlowFailure(code, "invalid SHOP_KEY, expected a key"))
  }
}
