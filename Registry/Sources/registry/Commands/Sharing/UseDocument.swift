import Sharing
import Versioning

/// The registry of a scope, and the lines for a manifest.
struct UseDocument: Document {
  /// `written`, `unchanged` if it was so already, or `planned` for a dry run.
  let outcome: String
  let file: String
  let registry: String
  /// Absent where it is for all scopes without a registry of their own.
  let scope: String?
  let previous: String?
  let packages: [Package]

  struct Package: Encodable {
    let id: String
    let version: String
    let dependency: String
    /// One for each product of the release; absent where its manifest computes them.
    let products: [String]?
  }

  init(_ result: UseRegistry.Result, isDryRun: Bool) {
    outcome = isDryRun ? "planned" : result.isChange ? "written" : "unchanged"
    file = result.file
    registry = result.address.description
    scope = result.scope?.text
    previous = result.isChange ? result.previous : nil
    packages = result.releases.map { release in
      let package = release.package
      return Package(
        id: package.identity,
        version: package.version.description,
        dependency: package.dependency,
        products: release.products?.map { package.use(of: $0) }
      )
    }
  }

  func text(style: Style, width: Int?) -> String {
    let subject = scope.map { "the scope \(style(.bold, $0))" } ?? "every other scope"
    let verb =
      switch outcome {
      case "planned": "would come"
      case "written": "comes"
      default: "already comes"
      }
    var text = "\(subject) \(verb) from \(style(.bold, registry.printable))\n"
    if let previous { text += "  \(style(.dim, "before"))  \(previous.printable)\n" }
    text += "  \(style(.dim, "file"))    \(file.printable)\n"
    guard !packages.isEmpty else { return text }
    text += "\nin Package.swift:\n"
    for package in packages { text += "  \(package.dependency),\n" }
    let products = packages.flatMap { $0.products ?? [] }
    if !products.isEmpty { text += "in the targets that use them:\n" }
    for product in products { text += "  \(product),\n" }
    return text
  }
}
