import ProgramTesting
import Testing

/// What git ignores, and the attributes that it gives to files, in folders that `extract` moves.
struct ExtractionRulesTests {
  @Test func `rules of git in the folders of targets go with them`() async throws {
    var files = [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "bistro",
        targets: [.target(name: "Menu"), .target(name: "Soups")]
      )

      """,
      "Sources/Menu/.gitignore": "Secrets.swift\n",
    ]
    for name in ["Menu", "Soups"] {
      files["Sources/\(name)/\(name).swift"] = "\n"
      files["Sources/\(name)/Texts/.gitattributes"] = "*.txt eol=lf\n"
      files["Sources/\(name)/Texts/soups.txt"] = "goulash\n"
    }
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      try sandbox.write("let secret = 1\n", to: "Sources/Menu/Secrets.swift")
      for name in ["Menu", "Soups"] {
        let run = try await sandbox.registry(
          "extract",
          name,
          "--dry-run",
          environment: Sandbox.toolchain
        )
        #expect(
          run.output.hasPrefix("\(name) would be extracted: Components/\(name)\n"),
          "\(run.error)"
        )
      }
    }
  }
}
