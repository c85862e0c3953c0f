package import Base
import Model

/// The address at which clients reach a registry.
package struct RegistryAddress: Hashable, Sendable, CustomStringConvertible {
  /// Without a slash at its end.
  package let description: String

  /// - Parameter allowsInsecure: Whether what is sent may be read and changed on the way.
  package init(_ text: String, allowsInsecure: Bool = false) throws(OperationError) {
    let isPlain = text.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F }
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    let authority = parts.last?.prefix { $0 != "/" } ?? ""
    guard isPlain, parts.count == 2, ["http", "https"].contains(parts[0]), !authority.isEmpty,
      !text.contains(where: { "?#\"\\,;".contains($0) })
    else {
      throw OperationError(
        .invalidURL,
        "invalid registry URL '\(text)', expected one such as 'https://registry.example.com'"
      )
    }
    guard !authority.contains("@") else {
      throw OperationError(
        .invalidURL,
        "the registry URL contains a user name or a password",
        help: "remove it, and use 'swift package-registry login'"
      )
    }
    guard parts[0] == "https" || allowsInsecure || Self.isLoopback(authority) else {
      throw OperationError(
        .insecureURL,
        "'\(text)' is not encrypted: what it sends can be changed in transit",
        help: "use https, or '--allow-insecure-http' where the network is trusted"
      )
    }
    description = String(text.reversed().drop { $0 == "/" }.reversed())
  }

  /// Whether a URL is one of the same scheme, host and port: only there may secrets be sent.
  package func hasSameHost(as url: String) -> Bool {
    Self.origin(of: url) == Self.origin(of: description)
  }

  private static func origin(of url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let host = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return (url[..<scheme.upperBound] + host).lowercased()
  }

  /// With the port, if it has one.
  package var authority: String {
    guard let scheme = description.firstRange(of: "://") else { return description }
    return String(description[scheme.upperBound...].prefix { $0 != "/" })
  }

  private static func isLoopback(_ authority: Substring) -> Bool {
    if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
    let host = authority.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1"].contains(host)
  }
}
