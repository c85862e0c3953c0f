import Foundation
import ProgramTesting
import Testing

/// What `init` makes of a repository that knows nothing of it.
struct InitTests {
  private static let bistro =
    Sandbox.library("packages/Kitchen")
    + Sandbox.library("packages/Menu", dependsOn: ["../Kitchen"])
    + [
      "apps/Waiter/Package.swift": Sandbox.manifest(
        "Waiter",
        """
          dependencies: [.package(path: "../../packages/Menu")],
          targets: [.executableTarget(name: "waiter", dependencies: ["Menu"])]
        """
      ),
      "ios/Bistro.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n",
      "packages/Menu/Tests/MenuTests/Fixtures/Broken/Package.swift": "no manifest at all\n",
      "packages/Menu/Sources/Menu/Model/Package.swift": "public struct Package {}\n",
    ]

  @Test func `a repository without packages becomes a registry for others if a scope is given`()
    async throws
  {
    try await Sandbox.withForeign(["README.md": "Hello\n"]) { sandbox in
      let run = try await sandbox.registry("init", "--scope", "acme")
      #expect(
        run.output.scrubbed == """
          'Registry/manifest.json' lists 0 components and 0 apps in the scope 'acme'
            commit  <short>
            no packages yet: others can publish to it, and 'registry new NAME' creates one

          no findings
          next: registry serve

          """
      )
      #expect(try sandbox.git("log", "-1", "--format=%s") == "Add an empty registry")
      #expect(try await sandbox.registry("lint").status == 0)
      let again = try await sandbox.registry("init", "--scope", "acme")
      #expect(again.output.hasPrefix("'Registry/manifest.json' lists all packages"))
    }
  }

  @Test func `init names later changes, also in the subject of its commit`() async throws {
    try await Sandbox.withForeign(Self.bistro) { sandbox in
      try await sandbox.registry("init")
      let layers = try await sandbox.registry("init", "--layers", "--release", "internal")
      let words = "layers\n  core  1 component\n  feature  1 component\n"
      #expect(layers.output.contains(words), "\(layers.output)")
      #expect(
        try sandbox.git("log", "-1", "--format=%s")
          == "Put 2 components into layers, make releases internal"
      )
    }
  }

  @Test func `a repository gets its manifest in one commit, and only the manifest`() async throws {
    try await Sandbox.withForeign(Self.bistro) { sandbox in
      let planned = try await sandbox.registry("init", "--dry-run", "--layers")
      #expect(planned.status == 0)
      #expect(try sandbox.git("status", "--porcelain") == "")
      #expect(
        planned.output == """
          'Registry/manifest.json' would list 2 components and 2 apps in the scope 'bistro', 4 of them new
          components
            packages (2): Kitchen, Menu
          apps
            Bistro in 'ios'
            Waiter in 'apps/Waiter', product waiter
          layers
            core  1 component
            feature  1 component
          left out
            in a folder of tests (1): packages/Menu/Tests/MenuTests/Fixtures/Broken
            not a manifest (1): packages/Menu/Sources/Menu/Model/Package.swift

          no findings
          next: registry init --layers

          """
      )
      let run = try await sandbox.registry("init", "--layers")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.hasSuffix("\nno findings\nnext: registry plan\n"))
      #expect(
        try sandbox.read("Registry/manifest.json") == """
          {
            "$schema": "../.registry/.manifest.schema.json",
            "apps": {
              "Bistro": {
                "path": "ios",
                "pins": {}
              },
              "Waiter": {
                "path": "apps/Waiter",
                "pins": {},
                "product": "waiter"
              }
            },
            "components": {
              "Kitchen": {
                "layer": "core",
                "path": "packages/Kitchen"
              },
              "Menu": {
                "layer": "feature",
                "path": "packages/Menu"
              }
            },
            "layers": {
              "core": { "mayUse": [] },
              "feature": { "mayUse": ["core"] }
            },
            "schema": 1,
            "scope": "bistro"
          }

          """
      )
      #expect(
        try sandbox.git("show", "--name-only", "--format=%s") == """
          Add a registry of 2 components and 2 apps

          Registry/manifest.json
          """
      )
      #expect(try sandbox.git("status", "--porcelain") == "")
      // What it lists can be released.
      let release = try await sandbox.registry("release")
      #expect(release.status == 0, "\(release.error)")
      #expect(try sandbox.git("tag") == "Kitchen/1.0.0\nMenu/1.0.0")
    }
  }

  @Test func `the schema that the manifest names is the program's own in each clone`() async throws
  {
    try await Sandbox.withForeign(Self.bistro) { sandbox in
      let schema = ".registry/.manifest.schema.json"
      try await sandbox.registry("init", "--dry-run")
      #expect(throws: (any Error).self) { try sandbox.read(schema) }
      try await sandbox.registry("init")
      let text = try sandbox.read(schema)
      let source = "../../../Sources/Ground/Model/Schemas/manifest.schema.json"
      let file = URL(filePath: #filePath).appending(path: source).standardized
      #expect(text == (try String(contentsOf: file, encoding: .utf8)))
      // That of an older program, and none.
      for change in ["echo '{}' >", "rm"] {
        try sandbox.shell("\(change) '\(sandbox.repository)/\(schema)'")
        try await sandbox.registry("sync", "--app", "Waiter")
        #expect(try sandbox.read(schema) == text, "\(change)")
      }
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test func `an app alone is listed, for the components that will come out of it`() async throws {
    let files = [
      "Package.swift": Sandbox.manifest(
        "bistro",
        "  targets: [.executableTarget(name: \"bistro\")]"
      ),
      "Sources/bistro/main.swift": "print(1)\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output.hasSuffix(
          """
          apps
            bistro in '.', product bistro

          no findings
          next: registry new NAME

          """
        )
      )
      #expect(try await sandbox.registry("new", "Menu").status == 0)
    }
  }

  @Test func `init again adds new packages and keeps what the manifest has`() async throws {
    try await Sandbox.withForeign(Self.bistro) { sandbox in
      try await sandbox.registry("init")
      let again = try await sandbox.registry("init")
      #expect(again.status == 0)
      #expect(again.output.hasPrefix("'Registry/manifest.json' lists all packages: "))
      // A person's own words stay.
      let own = try sandbox.read("Registry/manifest.json")
        .replacing("\"scope\": \"bistro\"", with: "\"scope\" : \"our-own\"")
        .replacing("\"Kitchen\"", with: "\"Cooking\"")
      try sandbox.write(own, to: "Registry/manifest.json")
      for (file, content) in Sandbox.library("packages/Table") {
        try sandbox.write(content, to: file)
      }
      try sandbox.commitAll("Add the table")
      let run = try await sandbox.registry("init")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try sandbox.git("show", "--format=%s", "--unified=0", "HEAD").split(separator: "\n")
          .filter { $0.hasPrefix("+") || $0.hasPrefix("-") || $0.hasPrefix("Add") } == [
            "Add 1 component to the registry", "--- a/Registry/manifest.json",
            "+++ b/Registry/manifest.json", "+    },", "+    \"Table\": {",
            "+      \"path\": \"packages/Table\"",
          ]
      )
      #expect(try sandbox.read("Registry/manifest.json").contains("\"scope\" : \"our-own\""))
      // What is listed may be in any state; what else is asked for is not what is there.
      try sandbox.write("Dear reader,\n", to: "packages/Table/Package.swift")
      try sandbox.commitAll("Break the table")
      #expect(try await sandbox.registry("init").status == 0)
      let scoped = try await sandbox.registry("init", "--scope", "bistro")
      #expect(scoped.status == 1)
      #expect(scoped.error.hasPrefix("error: the scope is 'our-own' already, not 'bistro'\nhelp: "))
    }
  }

  @Test func `packages are selected and named as asked, from anywhere inside`() async throws {
    let files =
      Sandbox.library("a/Kitchen") + Sandbox.library("b/swift-menu")
      + Sandbox.library("b/Examples/Demo") + [
        "b/swift-menu/Package.swift": Sandbox.manifest(
          "Menu",
          "  targets: [.target(name: \"Menu\")]"
        )
      ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry(
        "init",
        "--include",
        "b",
        "--exclude",
        "Examples",
        "--name-from",
        "package",
        "--scope",
        "mine",
        "--directory",
        "a/Kitchen",
        "--json"
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output.scrubbed == """
          {
            "adopted" : [

            ],
            "apps" : [

            ],
            "baselines" : [

            ],
            "commit" : "<object>",
            "components" : [
              {
                "name" : "Menu",
                "new" : true,
                "path" : "b/swift-menu"
              }
            ],
            "evaluated" : {

            },
            "findings" : [

            ],
            "layers" : [

            ],
            "leftOut" : [
              {
                "path" : "a/Kitchen",
                "reason" : "excluded"
              },
              {
                "path" : "b/Examples/Demo",
                "reason" : "excluded"
              }
            ],
            "manifest" : "Registry/manifest.json",
            "next" : "registry plan",
            "notAdopted" : [

            ],
            "outcome" : "done",
            "release" : "public",
            "rootFiles" : [

            ],
            "scope" : "mine",
            "tags" : [

            ]
          }

          """
      )
    }
  }
}
