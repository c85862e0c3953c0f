import FlowKit
import Testing

@testable import ChefSourcing

@Suite struct FacebookSettingsTests {
  @Test(arguments: [
    [:], ["COOKR_FACEBOOK_TOKEN": ""], ["COOKR_FACEBOOK_TOKEN": " \n"],
    ["COOKR_FACEBOOK_URL": "https://example.org"], ["COOKR_FACEBOOK_URL": "nonsense"],
  ])
  func `without a token there is nobody to ask`(environment: [String: String]) throws {
    #expect(try FacebookSettings.read(from: environment) == nil)
  }

  @Test(arguments: [
    (nil, "https://graph.facebook.com"), ("", "https://graph.facebook.com"),
    ("https://example.org", "https://example.org"),
    ("https://example.org/graph/", "https://example.org/graph"),
    ("HTTPS://EXAMPLE.ORG:8443\n", "HTTPS://EXAMPLE.ORG:8443"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://localhost", "http://localhost"),
    ("http://[::1]:8080", "http://[::1]:8080"),
  ])
  func `the address is the public one unless another is given`(text: String?, address: String)
    throws
  {
    var environment = ["COOKR_FACEBOOK_TOKEN": "EAAB-secret\n"]
    environment["COOKR_FACEBOOK_URL"] = text
    let settings = try #require(try FacebookSettings.read(from: environment))
    #expect(settings.address == address)
    #expect(settings.token.headers == ["Authorization": "Bearer EAAB-secret"])
  }

  @Test(arguments: [
    "http://example.org", "http://127.0.0.1.example.org", "ftp://127.0.0.1", "example.org",
    "https://", "https:///path", "https://example.org/?a=b", "https://example.org/#top",
    "https://exam ple.org",
  ])
  func `an address that no token may be sent to is refused`(text: String) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_FACEBOOK_URL '\(text)', expected an https address without user, query and "
        + "fragment",
      help: "unset it for https://graph.facebook.com; http is for this machine alone"
    )
    #expect(throws: failure) {
      try FacebookSettings.read(
        from: ["COOKR_FACEBOOK_TOKEN": "EAAB-secret", "COOKR_FACEBOOK_URL": text]
      )
    }
  }

  @Test(arguments: [
    "https://me:word@example.org", "https://example.org/\u{1B}[2J", "https://exämple.org",
    "http://example.org/" + String(repeating: "x", count: 200),
  ])
  func `an address with a password, or that no terminal should show, is not repeated`(
    text: String
  ) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_FACEBOOK_URL, expected an https address without user, query and fragment",
      help: "unset it for https://graph.facebook.com; http is for this machine alone"
    )
    #expect(throws: failure) {
      try FacebookSettings.read(
        from: ["COOKR_FACEBOOK_TOKEN": "EAAB-secret", "COOKR_FACEBOOK_URL": text]
      )
    }
  }

  @Test(arguments: ["two words", "line\nbreak", "tschüß", "nul\0"])
  func `a token that is none is refused without repeating it`(text: String) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_FACEBOOK_TOKEN, expected printable ASCII characters without spaces",
      help: "unset it to go without recommendations"
    )
    #expect(throws: failure) { try FacebookSettings.read(from: ["COOKR_FACEBOOK_TOKEN": text]) }
  }

  @Test func `no description of the settings shows the token`() throws {
    let settings = try FacebookSettings.read(from: ["COOKR_FACEBOOK_TOKEN": "EAAB-secret"])
    var shown = "\(settings as Any) \(String(reflecting: settings))"
    dump(settings, to: &shown)
    #expect(shown.contains("(token)"))
    #expect(!shown.contains("EAAB-secret"))
  }
}
