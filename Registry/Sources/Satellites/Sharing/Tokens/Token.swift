import Base
package import Model
package import Versions

/// The stored form of an access token: enough to recognize it, but not to create it.
package struct Token: Hashable, Sendable {
  /// What the holder of a token may do.
  package enum Permission: String, CaseIterable, Sendable {
    case read
    case publish
    /// Publishing components that are released in this repository, too.
    case replace
    case yank
  }

  /// What people call it by; no two have the same.
  package let name: String
  /// SHA-256 of the secret, which is random and long, so that no slower hash is needed.
  package let digest: [UInt8]
  package let permissions: Set<Permission>
  /// Of names in the registry's own scope or, with a dot, of identities; `*` matches any characters, and
  /// alone stands for all.
  package let components: String
  /// The repositories that metadata may name; `nil` for only those that the manifest names.
  package let repositories: RepositoryPattern?
  package let created: RecordDate
  /// `nil` for one that lasts until it is revoked.
  package let expires: RecordDate?

  package func isValid(at time: RecordDate) -> Bool {
    expires.map { time < $0 } ?? true
  }

  /// Whether the holder may do that to a component; `nil` if it concerns no component.
  ///
  /// - Parameter own: The registry's own scope.
  package func allows(
    _ permission: Permission,
    component: ComponentName?,
    in own: ScopeName
  ) -> Bool {
    guard permissions.contains(permission) else { return false }
    guard let component, components != "*" else { return true }
    let pattern = components.lowercased()
    if components.contains(".") {
      return Wildcards.match(component.identity(in: own).lowercased(), pattern)
    }
    // Or a pattern for components, such as `Pay*`, would also allow a scope such as `payments`.
    return component.scope == nil && Wildcards.match(component.key, pattern)
  }

  package static func digest(of secret: String) -> [UInt8] {
    SHA256.digest(of: Array(secret.utf8))
  }
}
