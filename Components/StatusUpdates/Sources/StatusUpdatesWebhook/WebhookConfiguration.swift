public import FlowKit
import Foundation
import StatusUpdates

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// The address of the webhook, and the secret that signs its requests.
struct WebhookConfiguration: Hashable, Sendable {
  /// An `http` or `https` address without user, password or fragment.
  let url: URL
  let secret: WebhookSecret

  init(url text: String, secret: String) throws(FlowFailure) {
    url = try Self.checkedURL(text)
    self.secret = try WebhookSecret(secret)
  }

  static func read(from environment: [String: String]) throws(FlowFailure) -> Self? {
    let url = addressSetting.text(in: environment)
    let secret = secretSetting.text(in: environment)
    switch (url, secret) {
    case (nil, nil): return nil
    case (let url?, let secret?):
      do {
        _ = try WebhookSecret(secret)
      } catch {
        throw FlowFailure(
          error.code,
          "invalid \(secretSetting.name): \(error.message)",
          help: error.help
        )
      }
      return try Self(url: url, secret: secret)
    case (_?, nil):
      throw missing(
        secretSetting,
        beside: addressSetting,
        help: "set it to \(secretForm), such as those of 'openssl rand -hex 32', and give the "
          + "receiver the same; or unset \(addressSetting.name)"
      )
    case (nil, _?):
      throw missing(addressSetting, beside: secretSetting, help: "set both for a webhook, or none")
    }
  }

  private static let addressSetting = Setting.webhookAddress(code: .webhookConfiguration)
  private static let secretForm = "at least 16 characters"
  private static let secretSetting = Setting(
    "COOKR_WEBHOOK_SECRET",
    expected: secretForm,
    code: .webhookConfiguration
  )

  private static func missing(
    _ setting: Setting,
    beside other: Setting,
    help: String
  ) -> FlowFailure {
    FlowFailure(
      .webhookConfiguration,
      "\(other.name) is set and \(setting.name) is not",
      help: help
    )
  }

  private static func checkedURL(_ text: String) throws(FlowFailure) -> URL {
    // What may hold a password is not quoted, so that it does not end in a log.
    let failure = addressSetting.invalid(text.contains("@") || text.utf8.count > 2048 ? nil : text)
    guard text.utf8.count <= 2048, let parts = URLComponents(string: text), let url = parts.url,
      parts.user == nil, parts.password == nil, parts.fragment == nil,
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host, !host.isEmpty, (1...65_535).contains(parts.port ?? 1)
    else { throw failure }
    return url
  }
}

extension FlowFailure.Code {
  /// The webhook's address or secret cannot be used.
  public static let webhookConfiguration = Self(
    rawValue: "status.webhook-configuration",
    kind: .misconfigured
  )
}

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
    let code = authenticationCode(of: Array("\(seconds).".utf8) + body)
    let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "t=\(seconds),v1=\(digits.joined())"
  }
}

extension WebhookSecret {
  /// The HMAC-SHA256 (RFC 2104) of a message, 32 bytes, by the system's library.
  private func authenticationCode(of message: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      let key = SymmetricKey(data: Array(text.utf8))
      return Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    #else
      let key = Array(text.utf8)
      var code = [UInt8](repeating: 0, count: 32)
      var context = hmac_sha256_ctx()
      nettle_hmac_sha256_set_key(&context, key.count, key)
      nettle_hmac_sha256_update(&context, message.count, message)
      status_hmac_sha256_digest(&context, &code)
      return code
    #endif
  }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  var description: String { "(secret)" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
