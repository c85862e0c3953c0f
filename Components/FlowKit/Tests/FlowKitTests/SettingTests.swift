import FlowKit
import Testing

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
