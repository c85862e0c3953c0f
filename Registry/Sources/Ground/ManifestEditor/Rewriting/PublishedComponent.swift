/// A component dependency in the published form of a manifest: identity and requirement instead of
/// a path.
package struct PublishedComponent: Hashable, Sendable {
  /// The component's name: the second half of its registry identity, or, in another scope, all of it.
  package let name: String

  /// The arguments behind the identity, as Swift: `from: "1.2.0"`, `"1.0.0"..<"1.4.0"`.
  package let requirement: String

  /// The names of its products; `nil` if they are not known.
  package let products: Set<String>?

  /// Why the published form does without it; `nil` for one that it requires.
  package let omission: Omission?

  /// Whether the requirement takes the place of one that is written after a URL.
  package let replacesRequirement: Bool

  package enum Omission: Hashable, Sendable {
    /// It is never released.
    case isPrivate
    /// It needs the package whose tests need it.
    case cycle
  }

  package var isOmitted: Bool { omission != nil }

  /// - Parameter scope: The registry's own.
  func identity(in scope: String) -> String { name.contains(".") ? name : "\(scope).\(name)" }

  /// The requirement is Swift text that the published form contains as it is.
  package init(
    name: String,
    requirement: String,
    products: Set<String>?,
    replacesRequirement: Bool = false
  ) {
    omission = nil
    self.replacesRequirement = replacesRequirement
    self.name = name
    self.requirement = requirement
    self.products = products
  }

  /// A component that the published form does without.
  package init(omitting name: String, because omission: Omission, products: Set<String>?) {
    self.omission = omission
    replacesRequirement = false
    self.name = name
    self.products = products
    requirement = ""
  }

  package func omitted(because omission: Omission) -> PublishedComponent {
    PublishedComponent(omitting: name, because: omission, products: products)
  }
}
