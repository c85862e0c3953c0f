import Model
import Versions

/// The values of the home page's template.
struct HomePage: Sendable {
  let page: PageFrame
  let summary: String
  let query: String
  let layers: [LayerChoice]
  let hasLayers: Bool
  let isFiltered: Bool
  let components: [Row]
  let isEmpty: Bool
  /// How many components are not shown; a search finds them.
  let rest: String?
  let use: String
  let set: String

  private static let mostRows = 500

  struct LayerChoice: Sendable {
    let name: String
    let isChosen: Bool
  }

  struct Row: Sendable {
    let name: String
    let path: String
    let layer: String?
    let version: String?
    let date: String?
    let releases: String?
    let requiredBy: String?
  }

  init(
    _ overview: RegistryOverview,
    query: String,
    layer: String,
    address: String,
    frame page: PageFrame
  ) {
    self.page = page
    self.query = query
    let commands = ClientCommands(address: address)
    use = commands.use("--scope \(overview.scope)")
    set = commands.set(scope: "\(overview.scope)")
    let names = Set(overview.components.compactMap(\.layer)).sorted()
    layers = names.map { LayerChoice(name: $0.text, isChosen: $0.text == layer) }
    hasLayers = !names.isEmpty
    let wanted = query.lowercased()
    let found = overview.components.filter { component in
      (wanted.isEmpty || component.name.key.contains(wanted))
        && (layer.isEmpty || component.layer?.text == layer)
    }
    isFiltered = !query.isEmpty || !layer.isEmpty
    // Files can be searched by browsers alone.
    let shown = page.isServed ? found.prefix(Self.mostRows) : found[...]
    components = shown.map { Row($0, page.paths, scope: overview.scope) }
    rest =
      shown.count < found.count ? Words.count(found.count - shown.count, "more component") : nil
    isEmpty = found.isEmpty
    let all = overview.components
    let releases = all.reduce(0) { $0 + $1.summary.releases }
    summary =
      isFiltered
      ? "\(found.count) of \(Words.count(all.count, "component"))"
      : "\(Words.count(all.count, "component")), \(Words.count(releases, "release"))"
  }
}

extension HomePage.Row {
  fileprivate init(_ component: RegistryOverview.Component, _ paths: PagePaths, scope: ScopeName) {
    name = component.name.text
    path = paths.component(scope, component.name)
    layer = component.layer?.text
    version = component.summary.latest?.version.description
    date = component.summary.latest.map { Words.day($0.date) }
    let count = component.summary.releases
    releases = count == 0 ? nil : Words.count(count, "release")
    let dependents = component.requiredBy.count
    requiredBy = dependents == 0 ? nil : "required by \(dependents)"
  }
}
