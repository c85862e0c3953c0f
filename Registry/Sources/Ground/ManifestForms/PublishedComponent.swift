import Base
import Git
import ManifestEditor

/// A component dependency in the published form of a manifest: identity and requirement instead of
/// a path.
package struct PublishedComponent: Hashable, Sendable {
  /// The component's name: the second half of its registry identity, or, in another scope, all of it.
  package let name: String

  /// The arguments behind the identity, as Swift: `from: "1.2.0"`, `"1.0.0"..<"1.4.0"`.
  package let requirement: String

  /// The names of its products; `nil` if they are not known.
  package let products: Set<String>?

  /// The reason why the published form does without it; `nil` for one that it requires.
  package let omission: Omission?

  /// Whether the requirement takes the place of one that is written after a URL.
  package let replacesRequirement: Bool

  /// The reason why a component is left out.
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

  /// The same component, left out of the published form.
  package func omitted(because omission: Omission) -> PublishedComponent {
    PublishedComponent(omitting: name, because: omission, products: products)
  }
}

extension LocatedDependency {
  /// The component that it leads to; `nil` for another package.
  fileprivate func component(
    in components: [TreePath: PublishedComponent],
    _ repositories: [String: PublishedComponent]
  ) throws(OperationError) -> PublishedComponent? {
    switch written.location {
    case .registry: return nil
    case .url(let url): return repositories[url]
    case .path(let path):
      let folder: TreePath?
      do throws(OperationError) {
        folder = try place?.get()
      } catch {
        throw error.located(at: written.position)
      }
      guard let folder else { return nil }
      if let component = components[folder] { return component }
      throw OperationError(
        .unknownComponent,
        "path '\(path)' points to '\(folder)', which is not a component",
        at: written.position
      )
    }
  }
}

extension [LocatedDependency] {
  /// The components that they lead to, by their places in the list, and why others cannot be published.
  func meanings(
    _ components: [TreePath: PublishedComponent],
    _ repositories: [String: PublishedComponent]
  ) -> (published: [Int: PublishedComponent], faults: [OperationError]) {
    var published: [Int: PublishedComponent] = [:]
    var faults: [OperationError] = []
    for (index, dependency) in enumerated() {
      do throws(OperationError) {
        published[index] = try dependency.component(in: components, repositories)
      } catch {
        faults.append(error)
      }
    }
    return (published, faults)
  }
}

extension ManifestSites.Reference {
  /// The component that it names, whatever it needs of it; `nil` for none.
  func component(
    in manifest: LocatedManifest,
    _ references: PackageReferences
  ) throws(OperationError) -> PublishedComponent? {
    guard let value else { return nil }
    if case .package = form { return try references.component(named: value) }
    return manifest.sites.targetNames.contains(value)
      ? nil : try references.component(byName: value)
  }
}

extension PublishedComponent {
  /// Throws for what is not one of its products, as far as they are known.
  func require(product: String) throws(OperationError) {
    guard let products, !products.contains(product) else { return }
    let known = products.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw OperationError(
      .unknownProduct,
      "'\(product)' is not a product of '\(name)', expected"
        + " \(known.isEmpty ? "none" : known)",
      help: "correct the name, or add the product to '\(name)'"
    )
  }
}

/// Resolves names to package dependencies, by SwiftPM's rules.
struct PackageReferences {
  /// A component, by path or by the URL of its own repository, or any other package.
  private enum Meaning: Hashable {
    case component(PublishedComponent)
    case otherPackage(PackageDependency.Location)

    var component: PublishedComponent? {
      if case .component(let component) = self { component } else { nil }
    }
  }

  private var meanings: [String: Set<Meaning>] = [:]
  /// The component at the root of the repository, which has the name of the clone's folder: names that
  /// no other package has are its.
  private var root: PublishedComponent?

  /// - Parameters:
  ///   - components: By path; has every path dependency's.
  ///   - repositories: By URL, as the dependencies write it.
  init(
    _ dependencies: [LocatedDependency],
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent]
  ) {
    for dependency in dependencies {
      guard let name = dependency.referenceName?.lowercased() else {
        root = components[.root]
        continue
      }
      let component: PublishedComponent? =
        switch dependency.written.location {
        case .path: dependency.folder.flatMap { components[$0] }
        case .url(let url): repositories[url]
        case .registry: nil
        }
      let meaning = component.map(Meaning.component) ?? .otherPackage(dependency.written.location)
      let known = meanings[name, default: []]
      // A condition may choose between the folder of a component and its repository.
      let isKnown = known.contains { $0.component?.name == component?.name && component != nil }
      if !isKnown { meanings[name] = known.union([meaning]) }
    }
  }

  /// The component that `package: "…"` names; `nil` for a package that is none.
  func component(named name: String) throws(OperationError) -> PublishedComponent? {
    guard let meanings = meanings[name.lowercased()] else { return root }
    guard meanings.count <= 1 else {
      throw OperationError(
        .ambiguousReference,
        "'\(name)' names more than one package dependency",
        help: "remove one of them, or tell them apart with '.package(name:path:)'"
      )
    }
    return meanings.first?.component
  }

  /// The component that a dependency by name means: one of that name, or else one with that product.
  func component(byName name: String) throws(OperationError) -> PublishedComponent? {
    guard meanings[name.lowercased()] == nil else { return try component(named: name) }
    let components = meanings.values.joined().compactMap(\.component) + [root].compactMap(\.self)
    let owning = components.filter { $0.products?.contains(name) ?? false }
    let owners = Dictionary(owning.map { ($0.name, $0) }) { first, _ in first }
    guard owners.count <= 1 else {
      throw OperationError(
        .ambiguousReference,
        "'\(name)' is a product of \(owners.keys.map { "'\($0)'" }.sorted().joined(separator: " and "))",
        help: "write '.product(name: \"\(name)\", package: \"…\")'"
      )
    }
    return owners.values.first
  }
}
