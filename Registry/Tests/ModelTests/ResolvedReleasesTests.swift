import Base
import Model
import Versions
import Testing

@Suite struct ResolvedReleasesTests {
  private let text = """
    {
      "apps": {
        "cookr": {
          "ChefSourcing": "2.4.1",
          "FlowKit": "1.2.0"
        },
        "kiosk": {}
      },
      "schema": 1
    }

    """

  private func read(_ text: String) throws -> ResolvedReleases {
    try ResolvedReleases(reading: Array(text.utf8), file: "resolved.json")
  }

  @Test func `a resolution is written as it was read, a line a release`() throws {
    let resolved = ResolvedReleases(apps: [
      try AppName("cookr"): [
        try ComponentName("FlowKit"): try SemanticVersion("1.2.0"),
        try ComponentName("ChefSourcing"): try SemanticVersion("2.4.1"),
      ],
      try AppName("kiosk"): [:],
    ])
    #expect(resolved.text == text)
    #expect(try read(text) == resolved)
  }

  @Test func `a resolution of another schema or with other keys is refused`() {
    #expect(
      refusal { _ = try read(text.replacing("1\n}", with: "3\n}")) }
        == "resolved.json:9: schema: schema '3' is not known, expected '1'\n"
        + "help: use a newer version of registry, or run 'registry resolve' to write it again"
    )
    #expect(
      refusal { _ = try read(text.replacing("\"apps\"", with: "\"aps\"")) }
        == "resolved.json:2: aps: unknown key 'aps'\nhelp: did you mean 'apps'?"
    )
  }
}
