import ProgramTesting

/// A repository whose components are in layers.
extension Sandbox {
  /// Kitchen and Menu are in `feature`, Salt is in `core`; Menu uses Kitchen, and Salt uses Menu.
  static func withLayers(
    exceptions: String = "{}",
    menu: [String] = ["../Kitchen"],
    salt: [String] = ["../Menu"],
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    let files =
      library("Components/Kitchen") + library("Components/Menu", dependsOn: menu)
      + library("Components/Salt", dependsOn: salt)
      + ["App/README.md": "An app\n", "Registry/manifest.json": layers(exceptions: exceptions)]
    try await withForeign(files, body)
  }

  static func layers(exceptions: String) -> String {
    """
    {
      "components": {
        "Kitchen": { "layer": "feature", "path": "Components/Kitchen" },
        "Menu": { "layer": "feature", "path": "Components/Menu" },
        "Salt": { "layer": "core", "path": "Components/Salt" }
      },
      "exceptions": \(exceptions),
      "layers": { "core": { "mayUse": [] }, "feature": { "mayUse": ["core"] } },
      "apps": { "app": { "path": "App", "pins": {} } },
      "schema": 1,
      "scope": "bistro"
    }

    """
  }
}
