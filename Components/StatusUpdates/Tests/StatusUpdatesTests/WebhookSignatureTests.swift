import FlowKit
import Foundation
import Testing

@testable import StatusUpdatesWebhook

/// The expected codes were made with another implementation of HMAC-SHA256.
struct WebhookSignatureTests {
  let instant = Date(timeIntervalSince1970: 1_700_000_000.75)
  let body = Data(#"{"order":"A-17","status":"cooking","version":1}"#.utf8)
  let signature =
    "t=1700000000,v1=c6c0936f42aa4a143580e61e2293e90920057616b3404fdd72da250ab936ffa6"

  @Test func `a body is signed with the time of the attempt`() throws {
    let secret = try WebhookSecret("0123456789abcdef")
    #expect(WebhookSignature.sign(body, at: instant, with: secret) == signature)
    #expect(
      WebhookSignature.sign(Data(), at: instant, with: secret)
        == "t=1700000000,v1=3e0153239c488f9cbe8103099169ba4aa1fb4c71fee92bb6f1fc768e7ebdcfe0"
    )
  }

  @Test(arguments: [-300, 0, 300])
  func `a signature fits its body for five minutes`(age: Double) throws {
    try verify(signature, age: age)
  }

  @Test func `one of several codes must fit, and later versions are let be`() throws {
    let other = "v1=\(String(repeating: "0", count: 64))"
    try verify(signature.replacing(",", with: ",v2=later,\(other),"))
  }

  @Test(arguments: [
    "", "t=1700000000", "v1=00", "t=1700000000,v1=00",
    "t=x,v1=\(String(repeating: "0", count: 64))",
    "t=-9223372036854775808,v1=\(String(repeating: "0", count: 64))",
    "t=9223372036854775807,v1=\(String(repeating: "0", count: 64))",
    "t=1,t=2,v1=\(String(repeating: "0", count: 64))",
    "t=1700000000,v1=\(String(repeating: "G", count: 64))", "nonsense",
  ])
  func `a malformed signature is refused`(header: String) throws {
    let expected = FlowFailure(
      .webhookSignature,
      "malformed signature '\(header)', expected 't=…,v1=…'"
    )
    #expect(throws: expected) { try verify(header) }
  }

  @Test(arguments: [(301.0, "301"), (-301.0, "-301")])
  func `a signature from another time is refused`(age: Double, words: String) throws {
    let expected = FlowFailure(
      .webhookSignature,
      "the signature is \(words) seconds old, expected at most 300"
    )
    #expect(throws: expected) { try verify(signature, age: age) }
  }

  @Test func `another body, another time or another secret is refused`() throws {
    let expected = FlowFailure(
      .webhookSignature,
      "the signature does not match the body and the secret"
    )
    #expect(throws: expected) { try verify(signature, body: body + Data(" ".utf8)) }
    #expect(throws: expected) { try verify(signature, secret: "fedcba9876543210") }
    let moved = signature.replacing("1700000000", with: "1700000001")
    #expect(throws: expected) { try verify(moved) }
  }

  private func verify(
    _ header: String,
    body: Data? = nil,
    secret: String = "0123456789abcdef",
    age: Double = 0
  ) throws {
    try WebhookSignature.verify(
      header,
      of: body ?? self.body,
      with: try WebhookSecret(secret),
      now: Date(timeIntervalSince1970: 1_700_000_000 + age)
    )
  }
}
