import Foundation
import ProgramTesting
import Testing

/// `add`, `new`, `move` and `remove`, as a person types them.
struct RegistrationTests {
  private func manifest(_ sandbox: Sandbox) throws -> String {
    try sandbox.git("show", "HEAD:Registry/manifest.json")
  }

  @Test func `packages are added by their folders, with a layer and a name`() async throws {
    try await Sandbox.with(["Kitchen"]) { sandbox in
      for name in ["Menu", "menu core", "Cellar"] { try sandbox.writePackage(name) }
      try sandbox.commitAll("Add packages")
      let run = try await sandbox.registry("add", "Components/Menu", "--layer", "feature")
      #expect(
        run.output.scrubbed == """
          Menu is added: Components/Menu in the layer feature
            commit  <short>

          """
      )
      try await sandbox.registry("add", "Components/menu core", "--name", "MenuCore")
      #expect(try sandbox.git("log", "-1", "--format=%s") == "Add the component MenuCore")
      #expect(
        try manifest(sandbox).contains(
          #""MenuCore": {\#n      "path": "Components/menu core"\#n    }"#
        )
      )
      let again = try await sandbox.registry("add", "Components/Menu")
      #expect(again.output == "nothing to add\n")
      #expect(try sandbox.git("status", "--porcelain") == "")
      let all = try await sandbox.registry("add", "--all", "--json")
      #expect(
        all.output.scrubbed == """
          {
            "commit" : "<object>",
            "components" : [
              {
                "name" : "Cellar",
                "path" : "Components/Cellar"
              }
            ],
            "outcome" : "added"
          }

          """
      )
      #expect(try await sandbox.registry("status").output.contains("Cellar"))
    }
  }

  @Test func `new creates a component that is listed, builds, passes tests and is formatted`()
    async throws
  {
    try await Sandbox.with(["Kitchen"]) { sandbox in
      let run = try await sandbox.registry("new", "wine-cellar", "--layer", "feature")
      #expect(
        run.output.scrubbed == """
          wine-cellar is created: Components/wine-cellar in the layer feature
            Components/wine-cellar/Package.swift
            Components/wine-cellar/README.md
            Components/wine-cellar/Sources/WineCellar/Greeting.swift
            Components/wine-cellar/Tests/WineCellarTests/GreetingTests.swift
            commit  <short>

          """
      )
      #expect(try sandbox.git("status", "--porcelain") == "")
      let folder = "\(sandbox.repository)/Components/wine-cellar"
      try sandbox.shell(
        """
        PATH='\(Sandbox.toolchain["PATH"] ?? "")'
        swift format lint --strict --recursive '\(folder)'
        flags='--scratch-path scratch -Xswiftc -index-ignore-system-modules'
        swift build --build-tests --package-path '\(folder)' $flags
        swift test --skip-build --package-path '\(folder)' $flags
        """
      )
    }
  }

  @Test func `a repository has templates of its own, with paths to other components`() async throws
  {
    try await Sandbox.with(["Kitchen"]) { sandbox in
      let template = "Registry/templates/dish"
      try sandbox.write(
        "// swift-tools-version: 6.0\n// __NAME__ __MODULE__ __PATH_TO_Kitchen__\n",
        to: "\(template)/Package.swift"
      )
      try sandbox.write("__MODULE__\n", to: "\(template)/Sources/__MODULE__/__NAME__.txt")
      try sandbox.commitAll("Add a template")
      let run = try await sandbox.registry(
        "new",
        "pea-soup",
        "--template",
        "dish",
        "--path",
        "Dishes/Soups/Pea"
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try sandbox.read("Dishes/Soups/Pea/Package.swift")
          == "// swift-tools-version: 6.0\n// pea-soup PeaSoup ../../../Components/Kitchen\n"
      )
      #expect(try sandbox.read("Dishes/Soups/Pea/Sources/PeaSoup/pea-soup.txt") == "PeaSoup\n")
      try sandbox.write("__PATH_TO_Cellar__\n", to: "Registry/templates/wine/README.md")
      try sandbox.commitAll("Add a template that needs a cellar")
      let refused = try await sandbox.registry("new", "Wine", "--template", "wine")
      #expect(
        refused.error == "error: unknown component 'Cellar'\nhelp: known: Kitchen, pea-soup\n"
      )
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(!plan.error.contains("not listed"))
    }
  }

  @Test func `a folder moves with all that names it, and releases stay valid`() async throws {
    try await Sandbox.with(["Kitchen", "Menu", "Cellar"]) { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Cellar")
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll("Depend on each other")
      try await sandbox.registry("release")
      try sandbox.write("kept\n", to: "Components/Kitchen/notes.txt")
      let run = try await sandbox.registry("move", "Menu", "Libraries/MenuKit")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output.scrubbed == """
          Menu is moved: Components/Menu → Libraries/MenuKit
            commit  <short>

          """
      )
      #expect(try sandbox.git("status", "--porcelain") == "?? Components/Kitchen/notes.txt")
      #expect(
        !FileManager.default.fileExists(atPath: "\(sandbox.repository)/Components/Menu")
      )
      let kitchen = try sandbox.read("Components/Kitchen/Package.swift")
      #expect(kitchen.contains(#".package(path: "../../Libraries/MenuKit")"#))
      #expect(kitchen.contains(#".product(name: "Menu", package: "MenuKit")"#))
      let menu = try sandbox.read("Libraries/MenuKit/Package.swift")
      #expect(menu.contains(#".package(path: "../../Components/Cellar")"#))
      let verify = try await sandbox.registry("verify")
      #expect(verify.output.withoutUncheckedNotes.contains("no faults"))
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(plan.status == 0, "\(plan.error)")
      #expect(
        try await sandbox.registry("move", "Menu", "Libraries/MenuKit").output.hasPrefix("noth")
      )
    }
  }

  @Test func `a component that is removed leaves its package and its releases`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let run = try await sandbox.registry("remove", "Menu")
      #expect(
        run.output.scrubbed == """
          Menu is removed from the manifest; Components/Menu stays
            commit  <short>

          """
      )
      #expect(run.error == "note: its releases stay recorded in 'Registry/releases/Menu.jsonl'\n")
      #expect(try await sandbox.registry("log", "Menu").status == 0)
      #expect(try await sandbox.registry("verify").status == 0)
      // And it can come back.
      try await sandbox.registry("add", "Components/Menu")
      #expect(try await sandbox.registry("bump", "Menu", "1.0.1").status == 1)
      try sandbox.change("Menu")
      #expect(try await sandbox.registry("bump", "Menu", "1.0.1").status == 0)
    }
  }

  @Test func `a component moves between two spellings of one name`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.git("config", "core.precomposeUnicode", "false")
      for folder in ["Components/Caf\u{E9}", "Components/Cafe\u{301}"] {
        let run = try await sandbox.registry("move", "Menu", folder)
        #expect(run.status == 0, "\(run.error)")
        let listed = try sandbox.git("-c", "core.quotePath=false", "ls-files", "Components")
        #expect(
          listed.utf8.split(separator: UInt8(ascii: "\n")).contains { line in
            line.elementsEqual("\(folder)/Package.swift".utf8)
          }
        )
        #expect(try sandbox.git("status", "--porcelain") == "")
      }
    }
  }
}
