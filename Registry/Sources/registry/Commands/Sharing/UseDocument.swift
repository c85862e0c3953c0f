import RegistryModel
import Sharing
import Versioning

/// The registry of a scope, and the lines for a manifest.
struct UseDocument: Document {
  private let result: UseRegistry.Result
  /// `written`, `unchanged` if it was so already, or `planned` for a dry run.
  private let outcome: String

  init(_ result: UseRegistry.Result, isDryRun: Bool) {
    self.result = result
    outcome = isDryRun ? "planned" : result.isChange ? "written" : "unchanged"
  }

  var members: JSONMembers {
    [
      "outcome": outcome,
      "file": result.file,
      "registry": result.address.description,
      // Absent where it is for all scopes without a registry of their own.
      "scope": result.scope,
      "previous": result.isChange ? result.previous : nil,
      "packages": result.releases,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let subject = result.scope.map { "the scope \(style(.bold, $0.text))" } ?? "every other scope"
    let verb =
      switch outcome {
      case "planned": "would come"
      case "written": "comes"
      default: "already comes"
      }
    var text = "\(subject) \(verb) from \(style(.bold, result.address.description.printable))\n"
    if result.isChange, let previous = result.previous {
      text += "  \(style(.dim, "before"))  \(previous.printable)\n"
    }
    text += "  \(style(.dim, "file"))    \(result.file.printable)\n"
    guard !result.releases.isEmpty else { return text }
    text += "\nin Package.swift:\n"
    for release in result.releases { text += "  \(release.package.dependency),\n" }
    let products = result.releases.flatMap { $0.uses ?? [] }
    if !products.isEmpty { text += "in the targets that use them:\n" }
    for product in products { text += "  \(product),\n" }
    return text
  }
}

extension OfferedRelease: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "id": package.identity,
      "version": package.version,
      "dependency": package.dependency,
      "products": uses,
    ]
  }

  /// One for each product of the release; `nil` where its manifest computes them.
  fileprivate var uses: [String]? { products?.map { package.use(of: $0) } }
}
