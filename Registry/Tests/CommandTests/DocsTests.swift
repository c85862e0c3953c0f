import Foundation
import ProgramTesting
import Testing

/// The documentation of releases, as the toolchain's DocC writes it.
struct DocsTests {
  private func docs(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(["docs"] + arguments, environment: Sandbox.toolchain)
  }

  @Test func `a release is documented once, with its comments and articles`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let sources = "Components/Menu/Sources/Menu"
      try sandbox.write(
        "/// Cooks what is ordered.\npublic func cook() {}\n",
        to: "\(sources)/Menu.swift"
      )
      try sandbox.write(
        "# Cooking at home\n\nAn article.\n",
        to: "\(sources)/Menu.docc/Cooking.md"
      )
      // For what runs tests the package manager writes no graph, and fails.
      let manifest = try sandbox.read("Components/Menu/Package.swift")
      try sandbox.write(
        manifest.replacing(
          "targets: [.target",
          with: "targets: [.testTarget(name: \"MenuTests\"), .target"
        ),
        to: "Components/Menu/Package.swift"
      )
      try sandbox.write("import Testing\n", to: "Components/Menu/Tests/MenuTests/MenuTests.swift")
      try sandbox.commitAll("feat: document the menu")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let run = try await docs(sandbox, "Menu", "--output", "../site", "--base-path", "/swift/")
      #expect(run.output.hasPrefix("Menu 1.0.0 is documented: Menu\n"), "\(run.error)")
      let page = try sandbox.read("../site/Menu/1.0.0/Menu/data/documentation/menu/cook().json")
      #expect(page.contains("Cooks what is ordered."))
      let article = try sandbox.read("../site/Menu/1.0.0/Menu/data/documentation/menu/cooking.json")
      #expect(article.contains("Cooking at home"))
      let interface = try sandbox.read("../site/Menu/1.0.0/api.json")
      #expect(interface.contains("public func cook()"))
      let start = try sandbox.read("../site/Menu/1.0.0/index.html")
      #expect(start.contains("url=Menu/documentation/menu/"))
      // A page has no script of its own, which no policy of a host could tell from others.
      let html = try sandbox.read("../site/Menu/1.0.0/Menu/index.html")
      #expect(html.contains("src=\"/swift/docs/Menu/1.0.0/Menu/js/registry-base.js\""))
      let base = try sandbox.read("../site/Menu/1.0.0/Menu/js/registry-base.js")
      #expect(base.contains("\"/swift/docs/Menu/1.0.0/Menu/\""))

      let again = try await docs(sandbox, "--all", "--output", "../site")
      #expect(again.output.hasPrefix("Menu 1.0.0 is documented already\n"))
    }
  }

  @Test func `a component without a library has no documentation, also when asked again`()
    async throws
  {
    try await Sandbox.with(["Menu"]) { sandbox in
      let manifest = try sandbox.read("Components/Menu/Package.swift")
      try sandbox.write(
        manifest.replacing(".library(", with: ".executable(")
          .replacing(".target(", with: ".executableTarget("),
        to: "Components/Menu/Package.swift"
      )
      try sandbox.commitAll("feat: run the menu")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      for _ in 1...2 {
        let run = try await docs(sandbox, "Menu", "--output", "../site")
        #expect(run.output.hasPrefix("Menu 1.0.0 has no library to document\n"), "\(run.error)")
      }
    }
  }

  @Test func `docs waits for a second run at the same time, which finds what the first wrote`()
    async throws
  {
    try await Sandbox.with { sandbox in
      let swift = try ScriptedSwift(for: "x86_64-unknown-linux-gnu", in: sandbox)
      try await sandbox.registry("release")
      let arguments = ["docs", "--all", "--output", "../site"]
      async let first = sandbox.registry(arguments, environment: swift.environment)
      async let second = sandbox.registry(arguments, environment: swift.environment)
      let outputs = try await [first.output, second.output].joined()
      for name in ["Kitchen", "Menu"] {
        #expect(outputs.ranges(of: "\(name) 1.0.0 is documented: ").count == 1, "\(outputs)")
        #expect(outputs.ranges(of: "\(name) 1.0.0 is documented already").count == 1)
      }
    }
  }

  @Test func `docs names a release that cannot be documented, and leaves no files of it`()
    async throws
  {
    try await Sandbox.with(["Menu"]) { sandbox in
      let none = try await docs(sandbox, "Menu")
      #expect(
        none.error
          == "error: 'Menu' has no release to document\nhelp: release it with 'registry bump Menu'\n"
      )
      try sandbox.write(
        "public func cook() { peel() }\n",
        to: "Components/Menu/Sources/Menu/M.swift"
      )
      try sandbox.commitAll("feat: cook")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let missing = try await docs(sandbox, "Menu", "1.0.1")
      #expect(missing.error.hasPrefix("error: 'Menu' has no release '1.0.1'\n"))
      let broken = try await docs(sandbox, "Menu", "--output", "../site")
      #expect(broken.status == 1)
      #expect(broken.error.contains("'Menu' 1.0.0 cannot be documented"))
      #expect(broken.error.contains("cannot find 'peel' in scope"))
      let all = try await docs(sandbox, "--all", "--output", "../site")
      #expect(all.status == 1)
      #expect(all.output.hasPrefix("Menu 1.0.0 is not documented: 'Menu' 1.0.0 cannot be"))
      #expect(try sandbox.shell("ls -A site/Menu") == "")
    }
  }

  @Test func `an upload is documented only where that is asked for, and its code is confined`()
    async throws
  {
    try await Sandbox.with(["Menu"]) { sandbox in
      let secret =
        try sandbox.shell("echo pepper > secret; pwd").split(separator: "\n")[0] + "/secret"
      let manifest = try sandbox.read("Components/Menu/Package.swift")
      try sandbox.write(
        manifest + """

          import Foundation
          if let file = fopen("\(secret)", "w") { fclose(file) }
          if FileManager.default.contents(atPath: "\(secret)") != nil { package.name = "Leak" }
          """,
        to: "Components/Menu/Package.swift"
      )
      try sandbox.commitAll("feat: reach for the secret")
      try await sandbox.registry("bump", "Menu", "1.0.0", "--no-api-check", "--verify", "none")
      // As the record of an upload, which names no commit.
      let log = try sandbox.read("Registry/releases/Menu.jsonl")
      let source = try #require(log.firstMatch(of: /"source":"([0-9a-f]+)"/)).1
      try sandbox.write(
        log.replacing(
          "\"source\":\"\(source)",
          with: "\"source\":\"\(String(repeating: "0", count: 40))"
        ),
        to: "Registry/releases/Menu.jsonl"
      )
      try sandbox.commitAll("Take it as uploaded")
      let one = try await docs(sandbox, "Menu", "--output", "../site")
      #expect(
        one.error == """
          error: 'Menu' 1.0.0 was uploaded, and documenting it runs its code
          help: '--uploads' documents it, confined to a folder of its own

          """
      )
      let all = try await docs(sandbox, "--all", "--output", "../site")
      #expect(all.output.hasPrefix("Menu 1.0.0 was uploaded: '--uploads' documents it, too\n"))
      let asked = try await docs(sandbox, "Menu", "--uploads", "--output", "../site")
      #expect(asked.output.hasPrefix("Menu 1.0.0 is documented: Menu\n"), "\(asked.error)")
      #expect(try sandbox.shell("cat secret") == "pepper")
    }
  }
}
