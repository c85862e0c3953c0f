import Model
package import Versions

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

  package var description: String { "\(identity)@\(version)" }

  package var identity: String { "\(scope).\(name)" }

  /// What a manifest's `dependencies` say.
  package var dependency: String { ".package(id: \"\(identity)\", from: \"\(version)\")" }

  /// What the `dependencies` of a target say for a product.
  package func use(of product: String) -> String {
    ".product(name: \"\(product)\", package: \"\(identity)\")"
  }
}
