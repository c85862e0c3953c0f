import Testing
import Versions

/// The example of the README.
struct ExampleTests {
  @Test func `a pin and what it requires are resolved`() throws {
    let (menu, kitchen) = try (ComponentName(parsing: "Menu"), ComponentName(parsing: "Kitchen"))
    let request = ResolutionRequest(
      pins: [menu: try VersionRequirement(parsing: "from 1.0.0")],
      releases: [
        menu: [
          ResolutionRequest.Release(
            try SemanticVersion(parsing: "1.1.0"),
            requirements: [kitchen: try VersionRequirement(parsing: "from 2.0.0")]
          )
        ],
        kitchen: [ResolutionRequest.Release(try SemanticVersion(parsing: "2.3.0"))],
      ]
    )
    let versions = try request.resolved()
    #expect(versions.mapValues(\.description) == [menu: "1.1.0", kitchen: "2.3.0"])
  }
}
