package import Versions

/// The paths of a registry's pages and files.
package struct PagePaths: Sendable {
  /// The prefix of every path, if the registry is not at the root of its host.
  package let root: String
  /// Whether a server answers, which searches, compares, and knows pages from JSON by the request.
  ///
  /// Files have names of their own, and can do neither.
  package let isServed: Bool

  /// The oldest release with a page of its own, by component; all have one where it is missing.
  private let oldestPages: [ComponentName: SemanticVersion]

  package init(
    root: String,
    isServed: Bool,
    oldestPages: [ComponentName: SemanticVersion] = [:]
  ) {
    (self.root, self.isServed, self.oldestPages) = (root, isServed, oldestPages)
  }

  /// The name of the page of a component, and of a release.
  package static let pageFile = "page.html"
  /// The name of the page with the public API of a release.
  package static let interfaceFile = "api.html"

  /// The path in a URL; empty if it has none.
  package static func root(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    return String(url[scheme.upperBound...].drop { $0 != "/" })
  }

  /// The feed of all releases.
  var feed: String { "\(root)/\(AtomFeed.fileName)" }

  func feed(of scope: ScopeName, _ name: ComponentName) -> String {
    "\(root)/\(name.place(in: scope))/\(AtomFeed.fileName)"
  }

  var home: String { isServed ? "\(root)/" : "\(root)/index.html" }
  var graph: String { isServed ? "\(root)/graph" : "\(root)/graph.html" }
  var apps: String { isServed ? "\(root)/apps" : "\(root)/apps.html" }

  var rules: String { isServed ? "\(root)/rules" : "\(root)/rules.html" }

  /// The page of a release, or else its place on the page of the component.
  func release(_ scope: ScopeName, _ name: ComponentName, _ version: SemanticVersion) -> String {
    if let oldest = oldestPages[name], version < oldest {
      return "\(component(scope, name))#v\(version)"
    }
    return "\(root)/\(name.place(in: scope))/\(version)" + (isServed ? "" : "/\(Self.pageFile)")
  }

  func archive(_ scope: ScopeName, _ name: ComponentName, _ version: SemanticVersion) -> String {
    "\(root)/\(name.place(in: scope))/\(version).zip"
  }

  func interface(_ scope: ScopeName, _ name: ComponentName, _ version: SemanticVersion) -> String {
    "\(root)/\(name.place(in: scope))/\(version)/" + (isServed ? "api" : Self.interfaceFile)
  }

  func documentation(_ name: ComponentName, _ version: SemanticVersion) -> String {
    "\(root)/\(DocumentationFolder.usualBase)/\(name)/\(version)/" + (isServed ? "" : "index.html")
  }

  func component(_ scope: ScopeName, _ name: ComponentName) -> String {
    "\(root)/\(name.place(in: scope))" + (isServed ? "" : "/\(Self.pageFile)")
  }
}
