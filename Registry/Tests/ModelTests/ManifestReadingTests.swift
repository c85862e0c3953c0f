import Base
import Git
import Model
import Versions
import Testing

@Suite struct ManifestReadingTests {
  @Test func `a manifest is read whole`() throws {
    let manifest = try document(manifestText).manifest
    let expected = Manifest(
      scope: try ScopeName("cookr"),
      components: [
        try ComponentName("ChefSourcing"): Component(
          path: TreePath("Components/ChefSourcing"),
          layer: try LayerName("feature"),
          version: try SemanticVersion("2.4.1")
        ),
        try ComponentName("FlowKit"): Component(
          path: TreePath("Components/FlowKit"),
          layer: try LayerName("core"),
          version: try SemanticVersion("1.2.0")
        ),
        try ComponentName("Payments"): Component(
          path: TreePath("Components/Payments"),
          layer: try LayerName("feature"),
          requires: [try ComponentName("FlowKit"): try VersionRequirement(parsing: "1.0.0..<1.9.0")]
        ),
      ],
      layers: [
        try LayerName("core"): Layer(),
        try LayerName("feature"): Layer(mayUse: [try LayerName("core")]),
      ],
      apps: [
        try AppName("cookr"): App(
          path: .root,
          product: "cookr",
          pins: [
            try ComponentName("ChefSourcing"): .requirement(
              try VersionRequirement(parsing: "2.4.1")
            ),
            try ComponentName("FlowKit"): .requirement(
              try VersionRequirement(parsing: "from 1.0.0")
            ),
            try ComponentName("Payments"): .workingTree,
          ]
        )
      ]
    )
    #expect(manifest == expected)
  }

  @Test func `a manifest of components alone is enough`() throws {
    let text = #"{"components": {"A": {"path": "a"}}, "schema": 1, "scope": "s"}"#
    let manifest = try document(text).manifest
    #expect(
      manifest
        == Manifest(
          scope: try ScopeName("s"),
          components: [try ComponentName("A"): Component(path: TreePath("a"))]
        )
    )
  }

  @Test func `an unknown name is answered with the nearest`() throws {
    let manifest = try document(manifestText).manifest
    #expect(
      try manifest.component(named: "FlowKit").component.path.description == "Components/FlowKit"
    )
    #expect(
      refusal { _ = try manifest.component(named: "FlowKti") }
        == "unknown component 'FlowKti'\nhelp: did you mean 'FlowKit'?"
    )
    #expect(
      refusal { _ = try manifest.component(named: "Kitchen") }
        == "unknown component 'Kitchen'\nhelp: known: ChefSourcing, FlowKit, Payments"
    )
    #expect(
      refusal { _ = try manifest.app(named: "Cookr") }
        == "unknown app 'Cookr'\nhelp: did you mean 'cookr'?"
    )
  }

  @Test func `components may nest at any depth`() throws {
    let manifest = try document(
      """
      {"components": {
        "Inner": {"path": "Libraries/Outer/Deep/Inner"}, "Outer": {"path": "Libraries/Outer"},
        "Innermost": {"path": "Libraries/Outer/Deep/Inner/In"}, "Outermost": {"path": "Libraries/Outer2"}
      }, "schema": 1, "scope": "s"}
      """
    ).manifest
    let outer = TreePath("Libraries/Outer")
    let nested = manifest.components.filter { $0.value.path.isInside(outer) }.keys.sorted()
    #expect(nested.map(\.text) == ["Inner", "Innermost", "Outer"])
  }

  @Test func `a layer may use itself`() throws {
    let text = #"""
      {"components": {}, "layers": {"a": {"mayUse": ["a", "b"]}, "b": {"mayUse": []}},
       "schema": 1, "scope": "s"}
      """#
    #expect(try document(text).manifest.layers.count == 2)
  }
}
