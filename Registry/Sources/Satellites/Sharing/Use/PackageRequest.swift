package import Base
import Model
package import Versions

/// A package that is wanted, at a version (`cookr.ChefSourcing@2.4.1`) or at its newest release
/// (`cookr.ChefSourcing`).
package struct PackageRequest: Hashable, Sendable {
  package let scope: ScopeName
  package let name: ComponentName
  /// `nil` for the newest release.
  package let version: SemanticVersion?

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

  package var identity: String { "\(scope).\(name)" }
}
