package import Errors
package import Versioning
import Workspace

/// A package that is wanted, at a version (`cookr.ChefSourcing@2.4.1`) or at its newest release
/// (`cookr.ChefSourcing`).
package struct PackageRequest: Hashable, Sendable {
  package let scope: ScopeName
  package let name: ComponentName
  /// `nil` for the newest release.
  package let version: SemanticVersion?

  package init(_ text: String) throws(OperationError) {
    guard !text.contains("@") else {
      let package = try PackageReference(text)
      (scope, name, version) = (package.scope, package.name, package.version)
      return
    }
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2 else {
      throw OperationError(
        .invalidReference,
        "invalid package '\(text)', expected scope and name",
        help: "write it as in 'cookr.ChefSourcing' or 'cookr.ChefSourcing@2.4.1'"
      )
    }
    (scope, name) = try unifyingErrors { (try ScopeName(names[0]), try ComponentName(names[1])) }
    version = nil
  }

  package var identity: String { "\(scope).\(name)" }
}
