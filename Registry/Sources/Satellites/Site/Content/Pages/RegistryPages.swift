import Apps
package import Checks
import Model
package import Reports
import SemverRules
package import Versions

/// The pages of a registry as HTML, from the values that they show.
package struct RegistryPages: Sendable {
  private let scope: ScopeName
  private let paths: PagePaths
  /// The URL as people would type it.
  private let address: String
  /// The start of URLs in feeds, whose readers need whole ones; empty if it is not known.
  private let origin: String

  /// - Parameter isAddressKnown: Whether the address is the registry's, and no example.
  package init(
    scope: ScopeName,
    paths: PagePaths,
    address: String,
    isAddressKnown: Bool = true
  ) {
    self.scope = scope
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
    HomePage(
      overview,
      query: query,
      layer: layer,
      address: address,
      frame: frame("Components", .home, json: "/registry.json")
    ).text
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
    return GraphPage(graph, around: chosen, query: query, frame: frame).text
  }

  /// The page of the apps with their pins.
  package func apps(_ report: AppReport) -> String {
    AppsPage(frame: frame("Apps", .apps, json: "/apps.json"), report: report).text
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
      json: "/\(history.name.place(in: history.scope))/history.json",
      ownFeed: history.releases.isEmpty ? nil : paths.feed(of: history.scope, history.name)
    )
    return ComponentPage(
      history,
      showing: facts,
      comparing: comparison,
      neighbours: GraphPage.neighbours(of: history.name, in: graph, paths),
      address: address,
      frame: frame
    ).text
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
    ComponentPage(
      history.alone(item),
      showing: facts,
      comparing: comparison,
      neighbours: nil,
      address: address,
      frame: frame("\(history.name) \(item.release.version)", json: nil),
      isWhole: false
    ).text
  }

  /// The feed of all components.
  package func feed(_ entries: [FeedEntry]) -> String {
    let title = "Releases of \(scope)"
    return feed(entries, title: title, identity: scope.text, paths.feed, paths.page(.home))
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
    return InterfacePage(
      interface,
      of: facts.contents?.modules ?? [],
      in: history,
      version,
      query: query,
      frame: frame("API of \(history.name) \(version)", json: nil)
    ).text
  }

  /// The rules by which public APIs are compared.
  package func rules() -> String {
    frame("Rules", .rules, json: nil).document {
      #"<div class="readme rules">"#
      Self.rules
      "</div>"
    }
  }

  /// With an anchor for each rule.
  private static let rules = HTML(
    finished: Markdown(rawHTML: .hidden, headings: .from(1), anchors: "")
      .html(of: RuleManual.markdown)
  )

  /// The page of an error.
  ///
  /// - Parameter status: The HTTP status code.
  package func problem(_ status: Int, _ title: String, _ detail: String) -> String {
    frame(title, json: nil).document {
      HTML.title("\(title)", #"<p class="muted">\#(status)</p>"#)
      #"""
      <p class="empty">\#(detail)</p>
      <p>\#(HTML.link("All components", "\(paths.root)/"))</p>
      """#
    }
  }

  private func frame(
    _ title: String,
    _ page: SitePage? = nil,
    json: String?,
    ownFeed: String? = nil
  ) -> PageFrame {
    PageFrame(
      title: title,
      scope: scope.text,
      paths: paths,
      page: page,
      json: json.map { paths.root + $0 },
      ownFeed: ownFeed
    )
  }
}
