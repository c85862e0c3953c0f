import Foundation
import ProgramTesting
import Testing

/// `graph` and `affected`, as a person or a script types them.
struct GraphAndAffectedTests {
  /// Menu depends on Kitchen, and Cellar on both.
  private func withMonorepo(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with(["Cellar", "Kitchen", "Menu"]) { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      let cellar = try sandbox.read("Components/Cellar/Package.swift")
      try sandbox.write(
        cellar.replacing(
          "dependencies: [],\n  targets",
          with:
            #"dependencies: [.package(path: "../Menu"), .package(path: "../Kitchen")],\#n  targets"#
        ),
        to: "Components/Cellar/Package.swift"
      )
      try sandbox.commitAll("Depend on each other")
      try await body(sandbox)
    }
  }

  @Test func `names are printed for people and for scripts`() async throws {
    try await withMonorepo { sandbox in
      try sandbox.change("Menu")
      let run = try await sandbox.registry("affected", "--since", "HEAD~1")
      #expect(run.output == "Cellar\nMenu\n")
      #expect(run.error == "")
      let nul = try await sandbox.registry("affected", "--since", "HEAD~1", "-z", "--paths")
      #expect(nul.output == "Components/Cellar\0Components/Menu\0")
      #expect(
        try await sandbox.registry("affected", "--since", "HEAD~1", "--json").output.scrubbed == """
          {
            "apps" : [

            ],
            "base" : "<object>",
            "commit" : "<object>",
            "components" : [
              {
                "name" : "Cellar",
                "path" : "Components/Cellar",
                "reason" : "dependency",
                "through" : [
                  "Menu"
                ]
              },
              {
                "name" : "Menu",
                "path" : "Components/Menu",
                "reason" : "changed"
              }
            ],
            "worktree" : false
          }

          """
      )
      let none = try await sandbox.registry("affected")
      #expect(none.output == "")
      #expect(
        none.error
          == "note: no uncommitted change affects a component; '--since' names a revision\n"
      )
    }
  }

  @Test func `the graph is printed in words and for programs that draw`() async throws {
    try await withMonorepo { sandbox in
      #expect(
        try await sandbox.registry("graph").output == """
          FEATURE
          Cellar
            → Menu
          Menu
            → Kitchen
          Kitchen

          3 components, 3 dependencies (1 implied by others, not shown)

          """
      )
      #expect(
        try await sandbox.registry("graph", "Kitchen", "--all").output == """
          FEATURE
          Cellar
            → Kitchen
            → Menu
          Menu
            → Kitchen
          Kitchen *

          3 components, 3 dependencies

          """
      )
      #expect(
        try await sandbox.registry("graph", "--format", "mermaid").output == """
          flowchart TB
            subgraph band0["feature"]
              n0["Cellar<br/>not released"]
              n1["Menu<br/>not released"]
              n2["Kitchen<br/>not released"]
            end
            n0 --> n1
            n1 --> n2

          """
      )
      #expect(
        try await sandbox.registry("graph", "--format", "dot").output == #"""
          digraph components {
            node [shape=box, style=rounded, fontname="Helvetica"];
            subgraph cluster_0 {
              label="feature";
              n0 [label="Cellar\nnot released"];
              n1 [label="Menu\nnot released"];
              n2 [label="Kitchen\nnot released"];
            }
            n0 -> n1;
            n1 -> n2;
          }

          """#
      )
      let picture = try await sandbox.registry("graph", "--format", "svg").output
      #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
      #expect(picture.components(separatedBy: "<path class=\"edge\"").count == 3)
      let json = try await sandbox.registry("graph", "Menu", "--json").output
      #expect(json.contains(#""implied" : true"#))
    }
  }

  @Test func `graph marks dependencies that layers forbid, and notes unreadable manifests`()
    async throws
  {
    try await withMonorepo { sandbox in
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing(#""mayUse": ["feature"]"#, with: #""mayUse": []"#),
        to: "Registry/manifest.json"
      )
      let kitchen = try sandbox.read("Components/Kitchen/Package.swift")
      try sandbox.write(
        kitchen.replacing(
          "dependencies: [],\n  t",
          with: "dependencies: [.package(path: x())],\n  t"
        ),
        to: "Components/Kitchen/Package.swift"
      )
      let run = try await sandbox.registry("graph", "Menu")
      #expect(run.output.contains("  ✗ Kitchen: 'feature' may not use 'feature'\n"))
      #expect(run.output.hasSuffix("3 dependencies, 3 not allowed\n"))
      #expect(
        run.error.hasPrefix(
          "note: the dependencies of 'Kitchen' are unknown: Components/Kitchen/Package.swift:7:33: path"
        )
      )
    }
  }

  @Test func `build and test with '--affected' run in the folder of each affected component`()
    async throws
  {
    try await withMonorepo { sandbox in
      try sandbox.write("public let soups = 3\n", to: "Components/Menu/Sources/Menu/Soups.swift")
      let run = try await sandbox.registry(
        ["build", "--affected"] + Sandbox.withoutIndex + ["--quiet"],
        environment: Sandbox.toolchain
      )
      #expect(run.status == 0, "\(run.error)\(run.output)")
      #expect(
        run.error.contains("Cellar: swift build\n") && run.error.contains("Menu: swift build")
      )
      let built = try sandbox.shell("cd repository; ls -d Components/*/.build")
      #expect(built == "Components/Cellar/.build\nComponents/Menu/.build")
      try sandbox.write("not Swift\n", to: "Components/Menu/Sources/Menu/Soups.swift")
      let failed = try await sandbox.registry(
        ["test", "--affected"],
        environment: Sandbox.toolchain
      )
      #expect(failed.status == 1)
      #expect(failed.error.contains("error: the tests failed for 'Menu'\n"))
    }
  }
}
