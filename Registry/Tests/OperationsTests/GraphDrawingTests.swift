import Base
import Git
import Model
import Reports
import Versions
import Testing

/// What of a graph is drawn, and where.
struct GraphDrawingTests {
  /// Of `user: used, used`; components are in the folder `Components` and in no layer.
  private func graph(
    _ requirements: KeyValuePairs<String, [String]>,
    layers: [String: String] = [:],
    rules: [String: [String]] = [:]
  ) throws -> ComponentGraph {
    var manifest = Manifest(scope: try ScopeName("cookr"))
    for (name, mayUse) in rules {
      manifest.layers[try LayerName(name)] = Layer(mayUse: try mayUse.map { try LayerName($0) })
    }
    for name in Set(requirements.map(\.key) + requirements.flatMap(\.value)) {
      manifest.components[try ComponentName(name)] = Component(
        path: try TreePath("Components/\(name)"),
        layer: try layers[name].map { try LayerName($0) }
      )
    }
    return ComponentGraph(
      manifest,
      nodes: manifest.components.map {
        ComponentGraph.Node(name: $0, path: $1.path, layer: $1.layer, version: nil)
      },
      requirements: try requirements.flatMap { user, used in
        try used.map {
          ComponentGraph.Requirement(from: try ComponentName(user), to: try ComponentName($0))
        }
      }
    )
  }

  private func arrows(_ drawing: GraphDrawing) -> [String] {
    drawing.arrows.map { "\($0.from) \($0.to)" }
  }

  @Test func `requirements that follow from others are left out`() throws {
    let graph = try graph([
      "App": ["Menu", "Kitchen", "Base"], "Menu": ["Base"], "Kitchen": ["Base"],
    ])
    #expect(
      arrows(GraphDrawing(graph)) == ["App Kitchen", "App Menu", "Kitchen Base", "Menu Base"]
    )
    #expect(arrows(GraphDrawing(graph, isComplete: true)).contains("App Base"))
  }

  @Test func `drawing without layers ranks components by depth`() throws {
    let graph = try graph(["App": ["Menu"], "Menu": ["Base"], "Tool": ["Base"], "Alone": []])
    let bands = GraphDrawing(graph).bands
    #expect(bands.map(\.title) == [nil])
    #expect(
      bands[0].ranks.map { $0.map(\.title).sorted() } == [
        ["App"], ["Menu", "Tool"], ["Alone", "Base"],
      ]
    )
  }

  @Test func `a cycle is marked, and nothing of it left out`() throws {
    let graph = try graph(["One": ["Two"], "Two": ["Three", "Base"], "Three": ["One", "Base"]])
    let drawing = GraphDrawing(graph)
    let broken = drawing.arrows.filter(\.isViolation).map { "\($0.from) \($0.to)" }
    #expect(broken == ["One Two", "Three One", "Two Three"])
    #expect(drawing.arrows.contains { $0.to == "Base" && !$0.isViolation })
    // And it can be laid out.
    #expect(GraphLayout(drawing).boxes.count == 4)
  }

  @Test func `drawing never leaves out dependencies that layers forbid`() throws {
    let graph = try graph(
      ["Menu": ["Kitchen", "Base"], "Kitchen": ["Base"]],
      layers: ["Menu": "feature", "Kitchen": "core", "Base": "hidden"],
      rules: ["feature": ["core"], "core": ["hidden"], "hidden": []]
    )
    let drawing = GraphDrawing(graph)
    #expect(drawing.bands.map(\.title) == ["feature", "core", "hidden"])
    #expect(
      drawing.arrows.filter(\.isViolation).map(\.title) == [
        "Menu requires Base, 'feature' may not use 'hidden'"
      ]
    )
  }

  /// 60 components that all use Base, 20 of them by way of Middle, and one that nothing else is like.
  private func large() throws -> ComponentGraph {
    var manifest = Manifest(scope: try ScopeName("cookr"))
    var requirements: [ComponentGraph.Requirement] = []
    func add(_ name: String, _ used: [String]) throws {
      let name = try ComponentName(name)
      manifest.components[name] = Component(path: try TreePath("All/\(name)"))
      for other in used {
        requirements.append(
          ComponentGraph.Requirement(from: name, to: try ComponentName(other))
        )
      }
    }
    for number in 10..<50 { try add("Low\(number)", ["Base"]) }
    for number in 10..<30 { try add("High\(number)", ["Middle", "Base"]) }
    try add("Middle", ["Base"])
    try add("Other", ["Middle", "Low10"])
    try add("Base", [])
    return ComponentGraph(
      manifest,
      nodes: manifest.components.map {
        ComponentGraph.Node(name: $0, path: $1.path, layer: nil, version: nil)
      },
      requirements: requirements
    )
  }

  /// The boxes of several components each.
  private func folds(of drawing: GraphDrawing) -> [GraphDrawing.Box] {
    drawing.bands.flatMap(\.ranks).joined().filter { $0.members.count > 1 }
  }

  @Test func `drawing many components puts similar ones into one box`() throws {
    let drawing = GraphDrawing(try large())
    let boxes = drawing.bands.flatMap { $0.ranks.joined() }
    #expect(
      boxes.map { $0.members.count }.sorted() == [1, 1, 1, 1, 20, 39]
    )
    #expect(folds(of: drawing).map(\.title).sorted() == ["20 components", "39 components"])
    #expect(drawing.arrows.count == 6)
    let shown = GraphDrawing(try large(), asked: [try ComponentName("High20")])
    #expect(folds(of: shown).map(\.members.count).sorted() == [19, 39])
    #expect(folds(of: GraphDrawing(try large(), isComplete: true)) == [])
  }

  @Test func `a neighbourhood has what a component requires and what requires it`() throws {
    let graph = try graph(
      ["App": ["Menu", "Far"], "Menu": ["Kitchen"], "Kitchen": ["Base"], "Far": ["Base"]]
    )
    let near = graph.neighbourhood(of: [try ComponentName("Menu")])
    #expect(near.nodes.map(\.name.text) == ["App", "Kitchen", "Menu"])
    #expect(near.edges.map { "\($0.from) \($0.to)" } == ["App Menu", "Menu Kitchen"])
  }

  @Test func `boxes do not overlap, and every arrow has both ends`() throws {
    for graph in [try large(), try graph(["App": ["Menu"], "Menu": ["Base"]])] {
      for isComplete in [true, false] {
        let drawing = GraphDrawing(graph, isComplete: isComplete)
        let layout = GraphLayout(drawing)
        #expect(layout.arrows.count == drawing.arrows.count)
        for (index, box) in layout.boxes.enumerated() {
          #expect(box.x >= 0 && box.x + box.width <= layout.width)
          #expect(box.y + box.height <= layout.height)
          for other in layout.boxes.dropFirst(index + 1) {
            let isBeside = box.x + box.width <= other.x || other.x + other.width <= box.x
            #expect(isBeside || box.y + box.height <= other.y || other.y + other.height <= box.y)
          }
        }
      }
    }
  }

  @Test func `arrows that pass between the same boxes lie beside each other`() throws {
    let features = ["Chefs", "Orders", "Payments"]
    let layers = Dictionary(uniqueKeysWithValues: features.map { ($0, "feature") })
      .merging(["Terminal": "view", "Screens": "view", "Flow": "core", "HTTP": "core"]) { $1 }
    let graph = try graph(
      [
        "Chefs": ["Flow", "HTTP"], "Orders": ["Flow", "HTTP"], "Payments": ["Flow", "HTTP"],
        "Screens": [], "Terminal": [],
      ],
      layers: layers,
      rules: ["feature": ["core", "view"], "view": ["core"], "core": []]
    )
    let layout = GraphLayout(GraphDrawing(graph))
    // Each passes the row of views by a vertical line.
    let lines = layout.arrows.flatMap { arrow in
      arrow.path.matches(of: /([0-9]+) ([0-9]+)V/).map { Int($0.1) ?? 0 }
    }
    #expect(lines.count == 6)
    for (index, line) in lines.enumerated() {
      for other in lines.dropFirst(index + 1) { #expect(abs(line - other) >= 3) }
    }
    let views = layout.boxes.filter { ["Screens", "Terminal"].contains($0.name) }
    for box in views {
      #expect(!lines.contains { (box.x...box.x + box.width).contains($0) })
    }
  }
}
