import FlowKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The address of the webhook, and the secret that signs its requests.
struct WebhookConfiguration: Hashable, Sendable {
  /// An `http` or `https` address without user, password or fragment.
  let url: URL
  /// The key of the signatures.
  let secret: WebhookSecret

  /// Reads an address and a secret.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/webhookConfiguration``.
  init(url text: String, secret: String) throws(FlowFailure) {
    url = try Self.checkedURL(text)
    self.secret = try WebhookSecret(secret)
  }

  /// Reads `COOKR_WEBHOOK_URL` and `COOKR_WEBHOOK_SECRET`; an empty one counts as not set.
  ///
  /// - Returns: `nil` if neither is set.
  /// - Throws: a failure with ``FlowFailure/Code/webhookConfiguration`` where only one is set, or
  ///   one cannot be used.
  static func read(from environment: [String: String]) throws(FlowFailure) -> Self? {
    let url = environment[urlName]?.trimmingSpaces() ?? ""
    let secret = environment[secretName] ?? ""
    switch (url.isEmpty, secret.isEmpty) {
    case (true, true): return nil
    case (false, false): return try Self(url: url, secret: secret)
    case (false, true): throw missing(secretName, beside: urlName)
    case (true, false): throw missing(urlName, beside: secretName)
    }
  }

  private static let urlName = "COOKR_WEBHOOK_URL"
  private static let secretName = "COOKR_WEBHOOK_SECRET"

  private static func missing(_ name: String, beside other: String) -> FlowFailure {
    FlowFailure(
      .webhookConfiguration,
      "\(other) is set and \(name) is not",
      help: "set both for a webhook, or none"
    )
  }

  private static func checkedURL(_ text: String) throws(FlowFailure) -> URL {
    func refuse(_ reason: String, quoting: Bool = true) -> FlowFailure {
      let address = quoting ? " '\(String(text.prefix(120)).printable)'" : ""
      return FlowFailure(
        .webhookConfiguration,
        "the webhook's address\(address) \(reason)",
        help: "an address looks like 'https://example.org/orders'"
      )
    }
    guard text.utf8.count <= 2048 else {
      throw refuse("has \(text.utf8.count) bytes, expected at most 2048", quoting: false)
    }
    guard let parts = URLComponents(string: text), let url = parts.url else {
      throw refuse("is no URL", quoting: !text.contains("@"))
    }
    // Not quoted, since a password must not end in a log.
    guard parts.user == nil, parts.password == nil else {
      throw refuse("has a user or a password", quoting: false)
    }
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw refuse("has the scheme '\(parts.scheme ?? "")', expected 'http' or 'https'")
    }
    guard let host = parts.host, !host.isEmpty else { throw refuse("names no host") }
    guard parts.fragment == nil else { throw refuse("has a fragment") }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw refuse("has the port \(port), expected 1 to 65535")
    }
    return url
  }
}
