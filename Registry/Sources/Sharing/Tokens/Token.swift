import Digests
package import RegistryModel
import Versioning

/// The stored form of an access token: enough to recognize it, but not to create it.
package struct Token: Hashable, Sendable {
  /// What the holder of a token may do.
  package enum Permission: String, CaseIterable, Sendable {
    case read
    case publish
    case yank
  }

  /// What people call it by; no two have the same.
  package let name: String
  /// SHA-256 of the secret, which is random and long, so that no slower hash is needed.
  package let digest: [UInt8]
  package let permissions: Set<Permission>
  /// Of component names; `*` matches any characters.
  package let components: String
  package let created: RecordDate
  /// `nil` for one that lasts until it is revoked.
  package let expires: RecordDate?

  package func isValid(at time: RecordDate) -> Bool {
    expires.map { time < $0 } ?? true
  }

  /// Whether the holder may do that to a component; `nil` if it concerns no component.
  package func allows(_ permission: Permission, component: String?) -> Bool {
    guard permissions.contains(permission) else { return false }
    return component.map { Self.matches($0.lowercased(), components.lowercased()) } ?? true
  }

  package static func digest(of secret: String) -> [UInt8] {
    SHA256.digest(of: Array(secret.utf8))
  }

  /// Whether `text` is what `pattern` describes; the time that takes is of the order of both.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return text == pattern
    }
    guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
