package import Errors

/// The name of a component: a package name of SE-0292, in the registry's own scope; or, of a package
/// of another scope, its identity, such as `payments.Ledger`.
package typealias ComponentName = Name<ComponentRole>

package enum ComponentRole: NameRole {
  package static let noun = "component"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
  package static let allowsScope = true
}

extension ComponentName {
  /// The name of a package of the registry's own scope.
  package init(own text: String) throws(OperationError) {
    // No package name has two dots.
    self = try ComponentName("own.\(text)").packageName
  }

  /// The name that a registry has for a package.
  ///
  /// - Parameter own: The registry's own scope, which its names leave out.
  package init(
    _ name: String,
    of scope: ScopeName,
    in own: ScopeName
  ) throws(OperationError) {
    let name = try ComponentName(own: name)
    self = scope.key == own.key ? name : try ComponentName("\(scope).\(name)")
  }

  /// `nil` for a package of the registry's own scope.
  package var scope: ScopeName? {
    dot.map { ScopeName(known: text[..<$0]) }
  }

  /// Without the scope.
  package var packageName: ComponentName {
    dot.map { ComponentName(known: text[text.index(after: $0)...]) } ?? self
  }

  /// The identity that clients use, such as `cookr.Menu`.
  ///
  /// - Parameter own: The registry's own scope.
  package func identity(in own: ScopeName) -> String {
    dot == nil ? "\(own).\(text)" : text
  }

  /// The path of the package in a registry, such as `cookr/Menu`.
  package func place(in own: ScopeName) -> String {
    dot.map { "\(text[..<$0])/\(text[text.index(after: $0)...])" } ?? "\(own)/\(text)"
  }

  /// Between the scope and the name.
  private var dot: String.Index? { text.utf8.firstIndex(of: UInt8(ascii: ".")) }
}
