package import Versions

/// The URL of a registry, and those of what it has.
package struct Address: Sendable {
  /// Without a slash at its end.
  package let base: String

  package init(base: String) {
    self.base = base
  }

  package func component(_ scope: ScopeName, _ name: ComponentName) -> String {
    "\(base)/\(name.place(in: scope))"
  }

  package func release(
    _ scope: ScopeName,
    _ name: ComponentName,
    _ version: SemanticVersion
  ) -> String {
    "\(component(scope, name))/\(version)"
  }
}
