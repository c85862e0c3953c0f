import Apps
package import Checks
import Model
package import Reports
import SemverRules
package import Versions

/// The pages of a registry as HTML, from the values that they show.
package struct RegistryPages: Sendable {
  private let renderer: PageRenderer
  private let scope: ScopeName
  private let paths: PagePaths
  /// The URL as people would type it.
  private let address: String
  /// What is in front of the paths in feeds, whose readers need whole URLs; empty if it is not known.
  private let origin: String

  /// - Parameter isAddressKnown: Whether the address is the registry's, and no example.
  package init(
    _ renderer: PageRenderer,
    scope: ScopeName,
    paths: PagePaths,
    address: String,
    isAddressKnown: Bool = true
  ) {
    (self.renderer, self.scope) = (renderer, scope)
    origin = isAddressKnown ? String(address.dropLast(PagePaths.root(of: address).count)) : ""
    (self.paths, self.address) = (paths, address)
  }

  /// - Parameters:
  ///   - query: What the names must contain; empty for all.
  ///   - layer: Empty for all.
  package func home(
    _ overview: RegistryOverview,
    query: String = "",
    layer: String = ""
  ) -> String {
    let page = HomePage(
      overview,
      query: query,
      layer: layer,
      address: address,
      frame: frame("Components", .home, json: "/registry.json")
    )
    return renderer.html(page, .home)
  }

  /// - Parameters:
  ///   - chosen: The component whose neighbours stand out; `nil` for none.
  ///   - query: What names must contain to stand out; empty for all.
  package func graph(
    _ graph: ComponentGraph,
    around chosen: ComponentName? = nil,
    query: String = ""
  ) -> String {
    let frame = frame("Dependency graph", .graph, json: "/graph.json")
    return renderer.html(GraphPage(graph, around: chosen, query: query, frame: frame), .graph)
  }

  package func apps(_ report: AppReport) -> String {
    let frame = frame("Apps", .apps, json: "/apps.json")
    return renderer.html(AppsPage(report, frame: frame), .apps)
  }

  /// - Parameter facts: Of the release to show; `nil` if there is none.
  package func component(
    _ history: ComponentHistory,
    showing facts: ReleaseFacts?,
    comparing comparison: ReleaseComparison? = nil,
    in graph: ComponentGraph
  ) -> String {
    let frame = frame(
      history.name.text,
      .elsewhere,
      json: "/\(history.name.place(in: history.scope))/history.json",
      ownFeed: history.releases.isEmpty ? nil : paths.feed(of: history.scope, history.name)
    )
    let page = ComponentPage(
      history,
      showing: facts,
      comparing: comparison,
      neighbours: GraphPage.neighbours(of: history.name, in: graph, frame: frame),
      address: address,
      frame: frame
    )
    return renderer.html(page, .component)
  }

  /// The page of a release that never changes with other releases, as a file needs it.
  ///
  /// - Parameter comparison: With the release before.
  package func release(
    _ item: ComponentHistory.Item,
    showing facts: ReleaseFacts,
    comparing comparison: ReleaseComparison?,
    in history: ComponentHistory
  ) -> String {
    let page = ComponentPage(
      history.alone(item),
      showing: facts,
      comparing: comparison,
      neighbours: nil,
      address: address,
      frame: frame("\(history.name) \(item.release.version)", .elsewhere, json: nil),
      isWhole: false
    )
    return renderer.html(page, .component)
  }

  /// The feed of all components.
  package func feed(_ entries: [FeedEntry]) -> String {
    feed(entries, title: "Releases of \(scope)", identity: scope.text, paths.feed, paths.home)
  }

  /// The feed of one component.
  package func feed(_ history: ComponentHistory) -> String {
    let entries = history.releases.map {
      FeedEntry($0.release, of: history.name, yank: $0.yank, notes: $0.notes)
    }
    let newest = entries.sorted { ($0.updated, $0.version) > ($1.updated, $1.version) }
    return feed(
      Array(newest.prefix(RecentReleases.most)),
      title: "Releases of \(history.name)",
      identity: history.identity,
      paths.feed(of: scope, history.name),
      paths.component(scope, history.name)
    )
  }

  private func feed(
    _ entries: [FeedEntry],
    title: String,
    identity: String,
    _ path: String,
    _ page: String
  ) -> String {
    AtomFeed(
      identity: identity,
      title: title,
      scope: scope,
      address: origin + path,
      page: origin + page,
      entries: entries.map { entry in
        let page = origin + paths.release(scope, entry.component, entry.version)
        return AtomFeed.Entry(entry: entry, page: page)
      }
    ).text
  }

  /// The public API of a release.
  ///
  /// - Parameter query: What the declarations must contain; empty for all.
  package func interface(
    _ interface: PackageInterface,
    of facts: ReleaseFacts,
    in history: ComponentHistory,
    query: String = ""
  ) -> String {
    let version = facts.release.version
    let page = InterfacePage(
      interface,
      of: facts.contents?.modules ?? [],
      in: history,
      version,
      query: query,
      frame: frame("API of \(history.name) \(version)", .elsewhere, json: nil)
    )
    return renderer.html(page, .interface)
  }

  /// The rules by which public APIs are compared.
  package func rules() -> String {
    renderer.html(RulesPage(page: frame("Rules", .elsewhere, json: nil)), .rules)
  }

  package func problem(_ status: Int, _ title: String, _ detail: String) -> String {
    let frame = frame(title, .elsewhere, json: nil)
    return renderer.html(
      ProblemPage(page: frame, status: status, title: title, detail: detail),
      .problem
    )
  }

  private func frame(
    _ title: String,
    _ place: PageFrame.Place,
    json: String?,
    ownFeed: String? = nil
  ) -> PageFrame {
    PageFrame(
      "\(title) · \(scope)",
      scope: scope.text,
      paths: paths,
      place: place,
      json: json,
      ownFeed: ownFeed
    )
  }
}

/// The values of the template of a problem.
struct ProblemPage: Sendable {
  let page: PageFrame
  let status: Int
  let title: String
  let detail: String
}

/// The values of the template of the rules by which public APIs are compared.
struct RulesPage: Sendable {
  let page: PageFrame
  /// Finished HTML, with an anchor for each rule.
  let rules = Self.html

  private static let html = Markdown(rawHTML: .hidden, headings: .from(1), anchors: "")
    .html(of: RuleManual.markdown)
}

/// The values of the template of the apps' pins.
struct AppsPage: Sendable {
  let page: PageFrame
  let apps: [AppView]
  let isEmpty: Bool

  struct AppView: Sendable {
    let name: String
    let summary: String
    let components: [Row]
  }

  struct Row: Sendable {
    let name: String
    let path: String
    let pin: String
    let release: String
    let latest: String
    /// The state in words, and how it is shown.
    let state: String
    let isCurrent: Bool
    let isBehind: Bool
    let isYanked: Bool
  }

  init(_ report: AppReport, frame page: PageFrame) {
    self.page = page
    apps = report.apps.map { AppView($0, page.paths, scope: report.scope) }
    isEmpty = apps.isEmpty
  }
}

extension AppsPage.AppView {
  fileprivate init(_ pins: AppPins, _ paths: PagePaths, scope: ScopeName) {
    name = pins.app.text
    components = pins.components.map { AppsPage.Row($0, paths, scope: scope) }
    let pinned = pins.components.count { $0.release != nil }
    let behind = pins.components.count { $0.behind > 0 }
    summary =
      "\(pinned) of \(Words.count(components.count, "component")) from releases"
      + (behind == 0 ? "" : ", \(behind) behind")
  }
}

extension AppsPage.Row {
  fileprivate init(_ component: PinnedComponent, _ paths: PagePaths, scope: ScopeName) {
    name = component.name.text
    path = paths.component(scope, component.name)
    let unpinned = component.release == nil ? "not pinned" : "required by others"
    pin = component.pin?.description ?? unpinned
    release = component.release?.description ?? "working tree"
    latest = component.latest?.description ?? "never released"
    isYanked = component.isYanked
    isBehind = component.behind > 0 && !isYanked
    isCurrent = component.release != nil && component.behind == 0 && !isYanked
    state =
      isYanked
      ? "withdrawn release"
      : isBehind
        ? "\(Words.count(component.behind, "release")) behind"
        : isCurrent ? "up to date" : "as it is in the repository"
  }
}

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
