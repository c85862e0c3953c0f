import Crypto
public import FlowKit
public import Foundation

/// The proof that the sender of a request knows the secret, and that the request is recent.
///
/// It reads `t=SECONDS,v1=HEX`: the HMAC-SHA256 over the seconds since 1970, a full stop and the
/// body's bytes. Each attempt has its own time and signature.
public enum WebhookSignature {
  public static let headerName = "X-CookR-Signature"

  /// The signature of a body that is sent at `instant`.
  public static func sign(_ body: Data, at instant: Date, with secret: WebhookSecret) -> String {
    let seconds = Int64(instant.timeIntervalSince1970.rounded(.down))
    let code = HMAC<SHA256>.authenticationCode(
      for: signedBytes(seconds: String(seconds), body),
      using: secret.key
    )
    return "t=\(seconds),v1=\(hexadecimal(code))"
  }

  /// Checks a signature as a receiver must, in constant time.
  ///
  /// A header may have several `v1`, so that a secret can be changed; one must match. Names other
  /// than `t` and `v1` are ignored.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/webhookSignature`` for a header that is malformed,
  ///   more than `tolerance` seconds away from `now`, or made with another secret or body.
  public static func verify(
    _ header: String,
    of body: Data,
    with secret: WebhookSecret,
    now: Date,
    tolerance: TimeInterval = 300
  ) throws(FlowFailure) {
    let parts = header.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    let times = parts.filter { $0.first == "t" }.compactMap(\.last)
    let codes = parts.filter { $0.first == "v1" }.compactMap(\.last).compactMap(bytes)
    guard times.count == 1, let time = times.first, let seconds = Int64(time),
      0...253_402_300_799 ~= seconds, !codes.isEmpty
    else {
      throw FlowFailure(
        .webhookSignature,
        "malformed signature '\(String(header.prefix(200)).printable)', expected 't=…,v1=…'"
      )
    }
    let age = now.timeIntervalSince1970 - Double(seconds)
    guard abs(age) <= tolerance else {
      throw FlowFailure(
        .webhookSignature,
        "the signature is \(Int(age.rounded())) seconds old, expected at most \(Int(tolerance))"
      )
    }
    let signed = signedBytes(seconds: String(time), body)
    let key = secret.key
    let fits = codes.contains { code in
      HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key)
    }
    guard fits else {
      throw FlowFailure(.webhookSignature, "the signature does not match the body and the secret")
    }
  }

  private static func signedBytes(seconds: String, _ body: Data) -> Data {
    Data(seconds.utf8) + Data(".".utf8) + body
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ text: Substring) -> Data? {
    guard text.wholeMatch(of: /[0-9a-f]{64}/) != nil else { return nil }
    let digits = Array(text)
    return Data(
      stride(from: 0, to: digits.count, by: 2)
        .compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    )
  }
}

/// The secret that the app and the receiver of its webhook share; descriptions do not show it.
public struct WebhookSecret: Hashable, Sendable {
  private static let fewestCharacters = 16
  private let text: String

  /// Takes a secret of at least 16 characters.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/webhookConfiguration`` that does not repeat it.
  public init(_ text: String) throws(FlowFailure) {
    guard text.count >= Self.fewestCharacters else {
      throw FlowFailure(
        .webhookConfiguration,
        "the webhook's secret has \(text.count) characters, expected at least "
          + "\(Self.fewestCharacters)",
        help: "make one with 'openssl rand -hex 32' and give the receiver the same"
      )
    }
    guard text == text.trimmingSpaces(), text == text.printable else {
      throw FlowFailure(
        .webhookConfiguration,
        "the webhook's secret has control characters or white space at its ends",
        help: "set it without quotes inside and without a line end"
      )
    }
    self.text = text
  }

  var key: SymmetricKey {
    SymmetricKey(data: Data(text.utf8))
  }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  public var description: String { "(secret)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
