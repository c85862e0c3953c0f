import Crypto
import FlowKit
import Foundation

/// The secret that the app and the receiver of its webhook share; descriptions do not show it.
struct WebhookSecret: Hashable, Sendable {
  private static let fewestCharacters = 16
  private let text: String

  /// Takes a secret of at least 16 characters.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/webhookConfiguration`` that does not repeat it.
  init(_ text: String) throws(FlowFailure) {
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

  /// The proof that the sender of a request knows the secret, and that the request is recent.
  ///
  /// It reads `t=SECONDS,v1=HEX`: the HMAC-SHA256 over the seconds since 1970, a full stop and the
  /// body's bytes. Each attempt has its own time and signature.
  func signature(of body: Data, at instant: Date) -> String {
    let seconds = String(Int64(instant.timeIntervalSince1970.rounded(.down)))
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(seconds).".utf8) + body,
      using: SymmetricKey(data: Data(text.utf8))
    )
    let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "t=\(seconds),v1=\(digits.joined())"
  }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  var description: String { "(secret)" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
