import Base
import Git
import Model
import Reports
import Site
import Versions
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

/// The graph's page for those who look for something in it.
@Suite(.scratchRepository)
struct GraphPageTests {
  let scratch = Scratch.current

  /// The components of a page with how they stand out.
  private func marks(_ uri: String, _ served: Served) async throws -> [String] {
    let text = try await served.answer(uri, headers: PageTests.browser).text
    return text.matches(of: /<li class="([a-z-]+)"><a href="[^"]*"[^>]*>(\w+)<\/a>/)
      .map { "\($0.2) \($0.1)" }
  }

  @Test func `the neighbours of a chosen component stand out, and what a search finds`()
    async throws
  {
    try scratch.makeApp()
    try scratch.writePackage("Salad")
    try scratch.writeManifest(["Menu", "Kitchen", "Salad"])
    try scratch.commitAll()
    let served = try Served()
    for (uri, found) in [
      ("/graph", ["Kitchen plain-mark", "Menu plain-mark", "Salad plain-mark"]),
      ("/graph?of=menu", ["Kitchen dependent", "Menu chosen", "Salad dim"]),
      ("/graph?of=Kitchen", ["Kitchen chosen", "Menu required", "Salad dim"]),
      ("/graph?q=sal", ["Kitchen dim", "Menu dim", "Salad found"]),
      ("/graph?of=Nothing", ["Kitchen plain-mark", "Menu plain-mark", "Salad plain-mark"]),
      ("/graph?q=%22%3E%3Cscript%3E", ["Kitchen dim", "Menu dim", "Salad dim"]),
    ] {
      #expect(try await marks(uri, served).sorted() == found, "\(uri)")
    }
    let text = try await served.answer("/graph?of=Menu", headers: PageTests.browser).text
    #expect(text.contains("Kitchen</a> <span class=\"muted\">1.0.0</span>"))
    #expect(text.contains("<span class=\"hidden\">, requires Menu</span>"))
    #expect(text.contains("<title id=\"graph-title\">Menu, the components that it requires"))
  }

  @Test func `a column of thousands shows what stands out, and how many there are`() throws {
    let manifest = Manifest(scope: try ScopeName("cookr"))
    let nodes = try (1...3_000).map { number in
      ComponentGraph.Node(
        name: try ComponentName("Dish\(number)"),
        path: try TreePath("Dish\(number)"),
        layer: nil,
        version: nil
      )
    }
    let pages = RegistryPages(
      scope: manifest.scope,
      paths: PagePaths(root: "", isServed: true),
      address: "http://localhost"
    )
    let graph = ComponentGraph(manifest, nodes: nodes, requirements: [])
    let all = pages.graph(graph)
    #expect(all.matches(of: /<li class="plain-mark">/).count == 2_000)
    #expect(all.contains("(3000)") && all.contains("<li class=\"muted\">and 1000 more</li>"))
    let last = try #require(nodes.map(\.name).sorted().last)
    #expect(!all.contains(">\(last)</a>"))
    #expect(pages.graph(graph, around: last).contains("aria-current=\"true\">\(last)</a>"))
  }
}
