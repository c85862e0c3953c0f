/// A component dependency in the published form of a manifest: identity and requirement instead of
/// a path.
package struct PublishedComponent: Hashable, Sendable {
  /// The component's name: the second half of its registry identity, or, in another scope, all of it.
  package let name: String

  /// The arguments behind the identity, as Swift: `from: "1.2.0"`, `"1.0.0"..<"1.4.0"`.
  package let requirement: String

  /// The names of its products; `nil` if they are not known.
  package let products: Set<String>?

  /// Whether it is never released, so that the published form does without it.
  package let isPrivate: Bool

  /// Whether the requirement takes the place of one that is written after a URL.
  package let replacesRequirement: Bool

  /// - Parameter scope: The registry's own.
  func identity(in scope: String) -> String { name.contains(".") ? name : "\(scope).\(name)" }

  /// The requirement is Swift text that the published form contains as it is.
  package init(
    name: String,
    requirement: String,
    products: Set<String>?,
    replacesRequirement: Bool = false
  ) {
    isPrivate = false
    self.replacesRequirement = replacesRequirement
    self.name = name
    self.requirement = requirement
    self.products = products
  }

  /// A component that is never released.
  package init(privateNamed name: String, products: Set<String>?) {
    isPrivate = true
    replacesRequirement = false
    self.name = name
    self.products = products
    requirement = ""
  }
}
