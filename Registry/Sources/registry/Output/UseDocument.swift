import RegistryOperations
import Versioning

/// Where a scope's packages come from now, and what to write into a manifest.
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
    let product: String
  }

  init(_ result: UseRegistry.Result, _ packages: [PackageReference], isDryRun: Bool) {
    outcome = isDryRun ? "planned" : result.isChange ? "written" : "unchanged"
    file = result.file
    registry = result.address.description
    scope = result.scope?.text
    previous = result.isChange ? result.previous : nil
    self.packages = packages.map { package in
      Package(
        id: package.identity,
        version: package.version.description,
        dependency: package.dependency,
        product: package.product
      )
    }
  }

  func text(style: Style, width: Int?) -> String {
    let subject = scope.map { "the scope \(style(.bold, $0))" } ?? "every other scope"
    let verb = outcome == "planned" ? "would come" : outcome == "written" ? "comes" : "came already"
    var text = "\(subject) \(verb) from \(style(.bold, registry.printable))\n"
    if let previous { text += "  \(style(.dim, "before"))  \(previous.printable)\n" }
    text += "  \(style(.dim, "file"))    \(file.printable)\n"
    guard !packages.isEmpty else { return text }
    text += "\nin Package.swift:\n"
    for package in packages { text += "  \(package.dependency),\n" }
    text += "in the target:\n"
    for package in packages { text += "  \(package.product),\n" }
    return text
  }
}
