package import Versions

/// A page of the registry as a whole.
package enum SitePage: String, CaseIterable, Sendable {
  case home
  case graph
  case apps
  case rules

  /// The path at a server, behind the registry's root.
  package var path: String { self == .home ? "/" : "/\(rawValue)" }
  /// The name of the file in an export.
  var file: String { self == .home ? "index.html" : "\(rawValue).html" }
}

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

  func page(_ page: SitePage) -> String { root + (isServed ? page.path : "/\(page.file)") }

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
