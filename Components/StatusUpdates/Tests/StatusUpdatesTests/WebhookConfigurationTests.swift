import FlowKit
import Foundation
import Testing

@testable import StatusUpdatesWebhook

struct WebhookConfigurationTests {
  let secret = "0123456789abcdef"

  @Test(arguments: [[:], ["COOKR_WEBHOOK_URL": "", "COOKR_WEBHOOK_SECRET": ""]])
  func `without its variables there is no webhook`(environment: [String: String]) throws {
    #expect(try WebhookConfiguration.read(from: environment) == nil)
  }

  @Test(arguments: ["http://127.0.0.1:8080/x", "https://example.org/orders?team=7", "HTTPS://a.b"])
  func `an http or https address is taken`(url: String) throws {
    let environment = ["COOKR_WEBHOOK_URL": url, "COOKR_WEBHOOK_SECRET": secret]
    let configuration = try WebhookConfiguration.read(from: environment)
    #expect(configuration?.url.absoluteString == url)
    #expect(try configuration?.secret == WebhookSecret(secret))
  }

  @Test(arguments: [
    ("ftp://example.org/x", " 'ftp://example.org/x'"), ("example.org/x", " 'example.org/x'"),
    ("file:///etc/hosts", " 'file:///etc/hosts'"), ("https://", " 'https://'"),
    ("https:///x", " 'https:///x'"), ("https://example.org/#x", " 'https://example.org/#x'"),
    ("https://example.org:0/", " 'https://example.org:0/'"), ("http://[::1/x", " 'http://[::1/x'"),
    ("https://me:hunter2@example.org/", ""),
    ("https://example.org/" + String(repeating: "x", count: 2048), ""),
  ])
  func `any other address is refused, and a password in it is not repeated`(
    url: String,
    shown: String
  ) throws {
    let expected = FlowFailure(
      .webhookConfiguration,
      "invalid COOKR_WEBHOOK_URL\(shown), expected an http or https address without user, password "
        + "and fragment",
      help: "an address looks like 'https://example.org/orders'"
    )
    #expect(throws: expected) { try WebhookConfiguration(url: url, secret: secret) }
  }

  @Test(arguments: [
    (
      "COOKR_WEBHOOK_URL", "https://example.org", "COOKR_WEBHOOK_SECRET",
      "set it to at least 16 characters, such as those of 'openssl rand -hex 32', and give the "
        + "receiver the same; or unset COOKR_WEBHOOK_URL"
    ),
    (
      "COOKR_WEBHOOK_SECRET", "0123456789abcdef", "COOKR_WEBHOOK_URL",
      "set both for a webhook, or none"
    ),
  ])
  func `one variable without the other is refused`(
    name: String,
    value: String,
    missing: String,
    help: String
  ) throws {
    let expected = FlowFailure(
      .webhookConfiguration,
      "\(name) is set and \(missing) is not",
      help: help
    )
    #expect(throws: expected) { try WebhookConfiguration.read(from: [name: value]) }
  }

  @Test(arguments: ["short", "0123456789abcdef\n", " 0123456789abcdef", "0123456\u{0}789abcdef"])
  func `a secret that is short or has stray characters is refused and not repeated`(
    text: String
  ) throws {
    let failure = #expect(throws: FlowFailure.self) { try WebhookSecret(text) }
    #expect(failure?.code == .webhookConfiguration)
    #expect(failure?.description.contains(text) == false)
  }

  @Test(arguments: [
    (
      #"{"order":"A-17","status":"cooking","version":1}"#,
      "c6c0936f42aa4a143580e61e2293e90920057616b3404fdd72da250ab936ffa6"
    ),
    ("", "3e0153239c488f9cbe8103099169ba4aa1fb4c71fee92bb6f1fc768e7ebdcfe0"),
  ])
  func `a body is signed with the time of the attempt, as others compute it`(
    body: String,
    code: String
  ) throws {
    let instant = Date(timeIntervalSince1970: 1_700_000_000.75)
    let signature = try WebhookSecret(secret).signature(of: Data(body.utf8), at: instant)
    #expect(signature == "t=1700000000,v1=\(code)")
  }

  @Test func `no description of a configuration shows the secret`() throws {
    let configuration = try WebhookConfiguration(url: "https://example.org", secret: secret)
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(!text.contains(secret))
    }
  }
}
