package import Inspection
package import Versioning

/// The pages of a registry as HTML, from the values that they show.
package struct RegistryPages: Sendable {
  private let renderer: PageRenderer
  private let scope: ScopeName
  private let paths: PagePaths
  /// The URL as people would type it.
  private let address: String

  package init(
    _ renderer: PageRenderer,
    scope: ScopeName,
    paths: PagePaths,
    address: String
  ) {
    (self.renderer, self.scope) = (renderer, scope)
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

  package func graph(_ graph: ComponentGraph) -> String {
    let frame = frame("Dependency graph", .graph, json: "/graph.json")
    return renderer.html(GraphPage(graph, frame: frame), .graph)
  }

  package func scaffolds(_ report: ScaffoldReport) -> String {
    let frame = frame("Apps", .apps, json: "/scaffolds.json")
    return renderer.html(ScaffoldsPage(report, frame: frame), .scaffolds)
  }

  package func component(
    _ history: ComponentHistory,
    comparing comparison: ReleaseComparison? = nil,
    in graph: ComponentGraph
  ) -> String {
    let frame = frame(
      history.name.text,
      .elsewhere,
      json: "/\(history.scope)/\(history.name)/history.json"
    )
    let page = ComponentPage(
      history,
      comparing: comparison,
      neighbours: GraphPage.neighbours(of: history.name, in: graph, frame: frame),
      address: address,
      frame: frame
    )
    return renderer.html(page, .component)
  }

  package func problem(_ status: Int, _ title: String, _ detail: String) -> String {
    let frame = frame("Not here", .elsewhere, json: nil)
    return renderer.html(
      ProblemPage(page: frame, status: status, title: title, detail: detail),
      .problem
    )
  }

  private func frame(_ title: String, _ place: PageFrame.Place, json: String?) -> PageFrame {
    PageFrame("\(title) · \(scope)", scope: scope.text, paths: paths, place: place, json: json)
  }
}
