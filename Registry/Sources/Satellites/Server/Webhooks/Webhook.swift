import Crypto
import Base

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A URL that is told of releases and withdrawals, and the secret that signs what it is told.
package struct Webhook: Hashable, Sendable {
  let url: String
  private let secret: String

  /// - Parameter url: With `http:` or `https:`.
  package init(url: String, secret: String) {
    (self.url, self.secret) = (url, secret)
  }

  /// The host, for messages: the path of a URL is often a secret.
  var host: String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    return String(authority.split(separator: "@").last ?? authority)
  }

  /// The header by which the receiver knows that this server has sent the body.
  func signature(of body: [UInt8]) -> String {
    let key = SymmetricKey(data: Array(secret.utf8))
    let code = HMAC<Crypto.SHA256>.authenticationCode(for: body, using: key)
    return "X-Registry-Signature-256: sha256=\(Hexadecimal.text(code))"
  }
}
