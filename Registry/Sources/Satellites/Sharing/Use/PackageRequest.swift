package import Base
import Model
package import Versions

/// A package that is wanted, at a version (`cookr.ChefSourcing@2.4.1`) or at its newest release
/// (`cookr.ChefSourcing`).
package struct PackageRequest: Hashable, Sendable {
  package let scope: ScopeName
  package let name: ComponentName
  /// The version; `nil` for the newest release.
  package let version: SemanticVersion?

  /// Reads an identity, with `@` and a version behind it if one is wanted.
  package init(_ text: String) throws(OperationError) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    let names = parts.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard 1...2 ~= parts.count, names.count == 2 else {
      throw OperationError(
        .invalidReference,
        "invalid package '\(text)', expected scope and name",
        help: "write it as in 'cookr.ChefSourcing' or 'cookr.ChefSourcing@2.4.1'"
      )
    }
    (scope, name, version) = try unifyingErrors {
      (
        try ScopeName(String(names[0])), try ComponentName(String(names[1])),
        try parts.count > 1 ? SemanticVersion(parts[1]) : nil
      )
    }
  }

  /// The identity, such as `cookr.ChefSourcing`.
  package var identity: String { "\(scope).\(name)" }
}

/// A release as other repositories name it, such as `cookr.ChefSourcing@2.4.1`.
package struct PackageReference: Hashable, Sendable, CustomStringConvertible {
  package let scope: ScopeName
  package let name: ComponentName
  package let version: SemanticVersion

  package init(scope: ScopeName, name: ComponentName, version: SemanticVersion) {
    self.scope = scope
    self.name = name
    self.version = version
  }

  /// The release of a component of a registry.
  ///
  /// - Parameter own: The scope of the registry.
  package init(_ component: ComponentName, _ version: SemanticVersion, in own: ScopeName) {
    (scope, name) = (component.scope ?? own, component.packageName)
    self.version = version
  }

  /// The identity and the version, such as `cookr.ChefSourcing@2.4.1`.
  package var description: String { "\(identity)@\(version)" }

  /// The identity, such as `cookr.ChefSourcing`.
  package var identity: String { "\(scope).\(name)" }

  /// The element of a manifest's `dependencies`, as Swift.
  package var dependency: String { ".package(id: \"\(identity)\", from: \"\(version)\")" }

  /// The element of the `dependencies` of a target that uses a product, as Swift.
  package func use(of product: String) -> String {
    ".product(name: \"\(product)\", package: \"\(identity)\")"
  }
}

/// The address at which clients reach a registry.
package struct RegistryAddress: Hashable, Sendable, CustomStringConvertible {
  /// The URL without a slash at its end.
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

  /// The host, with the port if the URL has one.
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
