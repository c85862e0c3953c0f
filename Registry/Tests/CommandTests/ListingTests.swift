import ProgramTesting
import Testing

/// Which components a command is about, and which packages are none.
struct ListingTests {
  @Test func `packages that are not listed are named beside the result`() async throws {
    try await Sandbox.with(["Kitchen"]) { sandbox in
      for name in ["Menu", "Cellar"] { try sandbox.writePackage(name) }
      try sandbox.write("// part of the component\n", to: "Components/Kitchen/Sub/Package.swift")
      try sandbox.write("// the app\n", to: "Package.swift")
      try sandbox.write("// around the manifest\n", to: "Registry/Package.swift")
      try sandbox.commitAll("Add packages")
      let note =
        "note: 2 packages not listed as components: Components/Cellar, Components/Menu"
        + " ('registry add' adds them)\n"
      for arguments in [["status"], ["plan", "--no-api-check"], ["verify"]] {
        let run = try await sandbox.registry(arguments)
        #expect(run.status == 0)
        #expect(run.error == note)
      }
      try await sandbox.registry("add", "--all")
      #expect(try await sandbox.registry("status").error == "")
    }
  }

  @Test func `a component that was moved by hand is recorded by the command that is named`()
    async throws
  {
    try await Sandbox.with(["Kitchen", "Menu"]) { sandbox in
      try sandbox.git("mv", "Components/Menu", "Components/Card")
      try sandbox.commitAll("Rename the menu")
      let status = try await sandbox.registry("status")
      #expect(
        status.error == """
          note: 1 package not listed as a component: Components/Card (if one is the folder of Menu, \
          which is missing, record the move: 'registry move Menu Components/Card')

          """
      )
      let move = try await sandbox.registry("move", "Menu", "Components/Card")
      #expect(move.output.hasPrefix("Menu is moved: Components/Menu → Components/Card\n"))
      #expect(try await sandbox.registry("status").error == "")
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test func `names may be patterns, and only what has changed may be shown`() async throws {
    try await Sandbox.with(["Kitchen", "Menu", "MenuCore"]) { sandbox in
      try await sandbox.registry("release", "Menu*")
      #expect(try sandbox.git("tag") == "Menu/1.0.0\nMenuCore/1.0.0")
      try sandbox.change("Menu")
      let changed = try await sandbox.registry("status", "Menu*", "--changed", "--quiet")
      let rows = changed.output.split(separator: "\n").dropFirst()
      #expect(rows.map { $0.split(separator: " ").first.map(String.init) } == ["Menu"])
      let none = try await sandbox.registry("status", "MenuCore", "--changed")
      #expect(none.output == "no component has changed\n")
      let refused = try await sandbox.registry("status", "Soup*")
      #expect(refused.error == "error: no component matches 'Soup*'\n")
    }
  }

  @Test func `verify counts what it would say of many releases`() async throws {
    let names = ["A", "B", "C", "D", "E", "F"]
    try await Sandbox.with(names) { sandbox in
      try await sandbox.registry("release")
      for name in names { try sandbox.change(name) }
      try await sandbox.registry("release")
      let notCompared = "the public API was not compared with the previous release"
      #expect(
        try await sandbox.registry("verify").output == """
          note: 6 releases of 6 components: \(notCompared) (list them with '--json')
          verified 6 components, 12 releases and 12 tags: no faults

          """
      )
      let json = try await sandbox.registry("verify", "--json").output
      #expect(json.split(separator: "unchecked-interface").count == 7)
    }
  }
}
