import FlowKit
import Testing

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
