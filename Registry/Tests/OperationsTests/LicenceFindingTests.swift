import Content
import Model
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// The warning of a component without a licence file, and how private code goes without it.
@Suite(.scratchRepository)
struct LicenceFindingTests {
  private let scratch = Scratch.current

  /// The components that `lint` misses a licence of.
  private func unlicensed(license: String = "", menu: String = "") throws -> [String] {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.write(
      """
      {
        "components": {
          "Kitchen": { "path": "Components/Kitchen" },
          "Menu": { \(menu)"path": "Components/Menu" }
        },
        \(license)"schema": 1,
        "scope": "cookr"
      }

      """,
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Say which licences are needed")
    let findings = try Lint(secondsSince1970: 0).run(in: scratch.workspace()).findings
    #expect(findings.allSatisfy { $0.rule == "no-licence" })
    return findings.compactMap(\.component?.text)
  }

  @Test func `each component needs a licence`() throws {
    #expect(try unlicensed() == ["Kitchen", "Menu"])
  }

  @Test func `a component with private code needs none`() throws {
    #expect(try unlicensed(menu: #""license": "none", "#) == ["Kitchen"])
  }

  @Test func `a repository with private code needs none`() throws {
    #expect(try unlicensed(license: #""license": "none", "#) == [])
  }
}
