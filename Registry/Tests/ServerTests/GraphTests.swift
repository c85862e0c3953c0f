import Base
import Git
import Model
import Reports
import Versions
@testable import Site
import Testing

/// The picture of the graph as numbers.
struct GraphTests {
  /// Three layers, of which the top one reaches over the middle one.
  private func layout() throws -> GraphLayout {
    let names = ["App", "Left", "Middle", "Right", "Base"]
    let layers = ["App": "top", "Base": "bottom"]
    let requires = ["App": ["Middle", "Base"], "Middle": ["Right", "Base"], "Base": ["App"]]
    let version = SemanticVersion(1, 0, 0)
    var manifest = Manifest(scope: try ScopeName("cookr"))
    manifest.layers = [
      try LayerName("top"): Layer(mayUse: [try LayerName("middle"), try LayerName("bottom")]),
      try LayerName("middle"): Layer(mayUse: [try LayerName("bottom")]),
      try LayerName("bottom"): Layer(),
    ]
    var summaries: [ComponentName: ComponentSummary] = [:]
    for name in names {
      manifest.components[try ComponentName(name)] = Component(
        path: try TreePath(name),
        layer: try LayerName(layers[name] ?? "middle")
      )
      let release = Release(
        version: version,
        tree: try ObjectID(hex: String(repeating: "0", count: 40)),
        source: try ObjectID(hex: String(repeating: "0", count: 40)),
        date: try RecordDate(secondsSince1970: 0),
        archive: try ArchiveChecksum(hexadecimal: String(repeating: "0", count: 64)),
        requires: Dictionary(
          try (requires[name] ?? []).map { (try ComponentName($0), .from(version)) }
        ) { first, _ in first }
      )
      let log = try ReleaseLog(file: "log").adding(.release(release))
      summaries[try ComponentName(name)] = ComponentSummary(ReleaseIndex(log))
    }
    let snapshot = RegistrySnapshot(commit: .zero, manifest: manifest, logs: [:])
    let graph = ComponentGraph(manifest, RegistryOverview(snapshot, summaries))
    return GraphLayout(GraphDrawing(graph, isComplete: true))
  }

  @Test func `layout places dependencies below their dependents`() throws {
    let layout = try layout()
    #expect(layout.bands.map(\.title) == ["top", "middle", "bottom"])
    #expect(layout.boxes.map(\.name) == ["App", "Middle", "Left", "Right", "Base"])
    #expect(Set(layout.boxes.map(\.y)).count == 3)
  }

  @Test func `no arrow leads through a box that it is not about`() throws {
    let layout = try layout()
    #expect(layout.arrows.count == 5)
    for arrow in layout.arrows {
      // Where it stands still for the height of a row, it passes that row.
      for pass in arrow.path.matches(of: /(\d+) (\d+)V(\d+)/) {
        let x = try #require(Int(pass.1))
        let y = try #require(Int(pass.2))
        let row = layout.boxes.filter { $0.y == y || $0.y + $0.height == y }
        #expect(row.count == 3)
        #expect(row.allSatisfy { x < $0.x || x > $0.x + $0.width }, "\(arrow.title)")
      }
    }
    #expect(layout.arrows.count { $0.path.contains("V") } == 2)
  }

  @Test func `layout draws forbidden dependencies last, in either direction`() throws {
    let broken = try layout().arrows.filter(\.isViolation).map(\.title)
    #expect(
      broken.sorted() == [
        "Base requires App from 1.0.0, 'bottom' may not use 'top'",
        "Middle requires Right from 1.0.0, 'middle' may not use 'middle'",
      ]
    )
    #expect(try layout().arrows.map(\.isViolation) == [false, false, false, true, true])
  }
}
