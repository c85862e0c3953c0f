import Base
import Content
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Version files of all components, by one rule of the manifest.
@Suite(.scratchRepository)
struct VersionFileRuleTests {
  var scratch: Scratch { .current }

  /// Menu and Kitchen, which say their version in a source; Oven, which is in Menu's folder, and
  /// Plates, which says none.
  private func makeRuled() throws {
    try scratch.makeMonorepo()
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.writePackage("Plates")
    try scratch.write(MonorepoFiles.package("Oven"), to: "Components/Menu/Oven/Package.swift")
    for file in ["Kitchen/Sources/Kitchen", "Menu/Sources/Menu", "Menu/Oven/Sources/Oven"] {
      try scratch.write("let version = \"0.0.0\"\n", to: "Components/\(file)/Version.swift")
    }
    let manifest = MonorepoFiles.manifest([
      "Kitchen": "Components/Kitchen", "Menu": "Components/Menu",
      "Oven": "Components/Menu/Oven", "Plates": "Components/Plates",
    ])
    try rule(#"{ "path": "**/Version.swift", "pattern": "let version = \"{version}\"" }"#, manifest)
  }

  private func rule(_ rule: String, _ manifest: String) throws {
    let list = "\"versionFiles\": [\(rule)],\n  \"schema\": 1"
    try scratch.write(
      manifest.replacing("\"schema\": 1", with: list),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Name the files with versions")
  }

  private func version(in folder: String) throws -> String {
    try scratch.read("Components/\(folder)/Version.swift")
  }

  @Test func `a release writes its version into the files that match, of its component alone`()
    throws
  {
    try makeRuled()
    try scratch.bump("Menu", "1.0.0")
    #expect(try version(in: "Menu/Sources/Menu") == "let version = \"1.0.0\"\n")
    #expect(try version(in: "Kitchen/Sources/Kitchen") == "let version = \"0.0.0\"\n")
    #expect(try version(in: "Menu/Oven/Sources/Oven") == "let version = \"0.0.0\"\n")
    try scratch.bump("Kitchen", "2.0.0")
    #expect(try version(in: "Kitchen/Sources/Kitchen") == "let version = \"2.0.0\"\n")
    try scratch.bump("Plates", "3.0.0")
    try scratch.bump("Oven", "4.0.0")
    #expect(try version(in: "Menu/Oven/Sources/Oven") == "let version = \"4.0.0\"\n")
    let states = try Status(of: ["Kitchen", "Menu", "Plates"]).run(in: scratch.workspace()).map(
      \.state
    )
    #expect(states == [.unchanged, .unchanged, .unchanged])
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test func `undo takes the version back`() throws {
    try makeRuled()
    try scratch.bump("Menu", "1.0.0")
    _ = try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace())
    #expect(try version(in: "Menu/Sources/Menu") == "let version = \"0.0.0\"\n")
  }

  @Test func `a file that matches and names no version prevents the release and is found by lint`()
    throws
  {
    try makeRuled()
    try scratch.write("let version = 0\n", to: "Components/Menu/Sources/Menu/Version.swift")
    try scratch.commitAll()
    #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.0.0") }
    let findings = try Lint(secondsSince1970: 1_763_715_600).run(in: scratch.workspace()).findings
    #expect(
      findings.filter { $0.rule == "version-file" }.map(\.error.message) == [
        "'Components/Menu/Sources/Menu/Version.swift' does not have the text"
          + " 'let version = \"{version}\"' with a version in it"
      ]
    )
  }

  @Test(arguments: ["/README.md", "../Version.swift", "Sources//Version.swift", ""])
  func `a path that is not from a component's folder is refused`(_ path: String) throws {
    try makeRuled()
    let manifest = MonorepoFiles.manifest(["Menu": "Components/Menu"])
    try rule(#"{ "path": "\#(path)", "pattern": "{version}" }"#, manifest)
    let error = #expect(throws: OperationError.self) {
      _ = try Status(of: []).run(in: scratch.workspace())
    }
    #expect(error?.message.contains("invalid path '\(path)', expected one from the folder") == true)
  }

  @Test func `the changelog of each component is no version file`() throws {
    try makeRuled()
    let manifest = MonorepoFiles.manifest(["Menu": "Components/Menu"])
      .replacing("\"schema\": 1", with: "\"changelogs\": \"components\",\n  \"schema\": 1")
    try rule(#"{ "path": "*.md", "pattern": "{version}" }"#, manifest)
    let error = #expect(throws: OperationError.self) {
      _ = try Status(of: []).run(in: scratch.workspace())
    }
    #expect(error?.message.contains("'*.md' matches the changelog of each component") == true)
  }
}
