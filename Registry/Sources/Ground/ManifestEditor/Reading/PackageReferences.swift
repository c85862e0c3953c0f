import Base
import Git

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

  /// - Parameters:
  ///   - components: By path; has every path dependency's.
  ///   - repositories: By URL, as the dependencies write it.
  init(
    _ dependencies: [PackageDependency],
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent]
  ) {
    for dependency in dependencies {
      guard let name = dependency.referenceName?.lowercased() else { continue }
      let component: PublishedComponent? =
        switch dependency.location {
        case .path(_, let resolved): (try? resolved.get()).flatMap { components[$0] }
        case .url(let url): repositories[url]
        case .registry: nil
        }
      let meaning = component.map(Meaning.component) ?? .otherPackage(dependency.location)
      let known = meanings[name, default: []]
      // A condition may choose between the folder of a component and its repository.
      let isKnown = known.contains { $0.component?.name == component?.name && component != nil }
      if !isKnown { meanings[name] = known.union([meaning]) }
    }
  }

  /// The component that `package: "…"` names; `nil` for a package that is none.
  func component(named name: String) throws(OperationError) -> PublishedComponent? {
    let meanings = meanings[name.lowercased()] ?? []
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
    let owning = meanings.values.joined().compactMap(\.component)
      .filter { $0.products?.contains(name) ?? false }
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
