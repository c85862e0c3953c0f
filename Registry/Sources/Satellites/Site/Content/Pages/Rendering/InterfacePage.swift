import Checks
import Versions

/// The values of the template of a release's public API.
struct InterfacePage: Sendable {
  let page: PageFrame
  let name: String
  let version: String
  /// The page of the release.
  let release: String
  let query: String
  let isFiltered: Bool
  let summary: String
  let modules: [Module]
  let isEmpty: Bool

  struct Module: Sendable {
    let name: String
    let declarations: [String]
  }

  /// - Parameters:
  ///   - modules: Those that clients import.
  ///   - query: What the declarations must contain; empty for all.
  init(
    _ interface: PackageInterface,
    of modules: [String],
    in history: ComponentHistory,
    _ version: SemanticVersion,
    query: String,
    frame page: PageFrame
  ) {
    (self.page, self.query) = (page, query)
    name = history.name.text
    self.version = version.description
    release = page.paths.release(history.scope, history.name, version)
    let all = modules.compactMap { module in
      interface.text(of: module).map {
        Module(name: module, declarations: InterfaceText($0).declarations)
      }
    }
    let wanted = query.lowercased()
    isFiltered = !wanted.isEmpty
    self.modules = all.map { module in
      Module(
        name: module.name,
        declarations: module.declarations.filter {
          wanted.isEmpty || $0.lowercased().contains(wanted)
        }
      )
    }.filter { !$0.declarations.isEmpty }
    let count = { (modules: [Module]) in modules.reduce(0) { $0 + $1.declarations.count } }
    let total = Words.count(count(all), "declaration")
    summary =
      isFiltered
      ? "\(count(self.modules)) of \(total)"
      : "\(total) in \(Words.count(all.count, "module")), as the compiler writes them"
    isEmpty = self.modules.isEmpty
  }
}
