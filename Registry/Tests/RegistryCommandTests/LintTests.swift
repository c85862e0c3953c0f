import Foundation
import ProgramTesting
import ScratchMonorepos
import Testing

/// What `lint` finds, in each of its formats, and that `bump`, `release` and `pin` refuse it.
struct LintTests {
  /// Kitchen and Menu are in `feature`, Salt is in `core`; Menu uses Kitchen, and Salt uses Menu.
  private func with(
    exceptions: String = "{}",
    menu: [String] = ["../Kitchen"],
    salt: [String] = ["../Menu"],
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    let files =
      Sandbox.library("Components/Kitchen") + Sandbox.library("Components/Menu", dependsOn: menu)
      + Sandbox.library("Components/Salt", dependsOn: salt)
      + ["Registry/manifest.json": Self.manifest(exceptions: exceptions)]
    try await Sandbox.withForeign(files, body)
  }

  private static func manifest(exceptions: String) -> String {
    """
    {
      "components": {
        "Kitchen": { "layer": "feature", "path": "Components/Kitchen" },
        "Menu": { "layer": "feature", "path": "Components/Menu" },
        "Salt": { "layer": "core", "path": "Components/Salt" }
      },
      "exceptions": \(exceptions),
      "layers": { "core": { "mayUse": [] }, "feature": { "mayUse": ["core"] } },
      "scaffolds": { "app": { "path": "App", "pins": {} } },
      "schema": 1,
      "scope": "bistro"
    }

    """
  }

  @Test func `layers are checked with their direction, and within`() async throws {
    try await with { sandbox in
      let run = try await sandbox.registry("lint")
      #expect(run.status == 1)
      #expect(run.error == "")
      #expect(
        run.output == """
          error: layer-violation (1)
            Components/Salt/Package.swift:8:5: 'Salt' depends on 'Menu', but the layer 'core' may not \
          use the layer 'feature'
            help: remove the dependency, or accept it under "exceptions" in 'Registry/manifest.json'
          error: sideways-dependency (1)
            Components/Menu/Package.swift:8:5: 'Menu' depends on 'Kitchen', which is in the same layer \
          'feature'
            help: move what both need to a layer below, or accept it under "exceptions" in \
          'Registry/manifest.json'
          checked 3 components: 2 errors

          """
      )
    }
  }

  @Test func `a cycle is an error, and bump refuses it`() async throws {
    try await with(menu: [], salt: []) { sandbox in
      // Released while there was no cycle yet.
      try sandbox.write(
        Self.manifest(
          exceptions:
            #"{ "Menu": { "Kitchen": { "reason": "x" } }, "Kitchen": { "Menu": { "reason": "x" } } }"#
        ),
        to: "Registry/manifest.json"
      )
      try sandbox.write(
        MonorepoFiles.package("Menu", dependsOn: ["../Kitchen"]),
        to: "Components/Menu/Package.swift"
      )
      try sandbox.commitAll("Cook the menu")
      #expect(try await sandbox.registry("release").status == 0)
      try sandbox.write(
        MonorepoFiles.package("Kitchen", dependsOn: ["../Menu"]),
        to: "Components/Kitchen/Package.swift"
      )
      try sandbox.commitAll("Read the menu")
      let message = "components form a dependency cycle: 'Kitchen' → 'Menu' → 'Kitchen'"
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 1)
      #expect(
        lint.output.contains(
          "error: dependency-cycle (1)\n  Components/Kitchen/Package.swift:8:5: \(message)\n"
        )
      )
      let bump = try await sandbox.registry("bump", "Kitchen", "2.0.0")
      #expect(bump.status == 1)
      #expect(bump.error.contains(message))
      #expect(try sandbox.git("tag", "--list", "Kitchen/2*") == "")
    }
  }

  @Test func `an exception accepts a dependency, until it ends or is not needed`() async throws {
    let exceptions = """
      {
          "Kitchen": { "Menu": { "reason": "was planned once" } },
          "Menu": {
            "Kitchen": { "reason": "until the move", "until": "2999-01-31" },
            "Salt": { "reason": "allowed anyway" }
          },
          "Salt": { "Menu": { "reason": "historic", "until": "2020-02-29" } }
        }
      """
    try await with(exceptions: exceptions, menu: ["../Kitchen", "../Salt"]) { sandbox in
      let run = try await sandbox.registry("lint", "--json")
      #expect(run.status == 1)
      struct Answer: Decodable {
        struct Finding: Decodable {
          let severity: String
          let rule: String
          let file: String
          let line: Int?
          let message: String
        }
        let clean: Bool
        let components: Int
        let errors: Int
        let warnings: Int
        let findings: [Finding]
      }
      let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
      #expect(!answer.clean && answer.components == 3)
      #expect(answer.errors == 2 && answer.warnings == 2)
      #expect(
        answer.findings.map { "\($0.severity) \($0.file):\($0.line ?? 0) \($0.message)" } == [
          "error Components/Menu/Package.swift:9 components form a dependency cycle: 'Menu' → 'Salt'"
            + " → 'Menu'",
          "error Components/Salt/Package.swift:8 'Salt' depends on 'Menu', but the layer 'core' may"
            + " not use the layer 'feature'; the exception for it ended on 2020-02-29",
          "warning Registry/manifest.json:8 the exception for 'Kitchen' to use 'Menu' is not needed:"
            + " 'Kitchen' does not depend on it",
          "warning Registry/manifest.json:11 the exception for 'Menu' to use 'Salt' is not needed:"
            + " the layers allow it",
        ]
      )
    }
  }

  @Test func `bump, release and plan refuse what the layers do not allow`() async throws {
    try await with(salt: []) { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      let bump = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(bump.status == 1)
      #expect(
        bump.error == """
          error: Components/Menu/Package.swift:8:5: 'Menu' depends on 'Kitchen', which is in the same \
          layer 'feature'
          help: move what both need to a layer below, or accept it under "exceptions" in \
          'Registry/manifest.json'

          """
      )
      let release = try await sandbox.registry("release")
      #expect(release.status == 1)
      #expect(release.output.contains("Menu is not released: "))
      #expect(release.output.contains("which is in the same layer 'feature'"))
      #expect(try sandbox.git("tag") == "Kitchen/1.0.0\nSalt/1.0.0")
    }
  }

  @Test func `pin refuses a release that the layers do not allow`() async throws {
    let accepted = #"{ "Menu": { "Kitchen": { "reason": "until the move" } } }"#
    try await with(exceptions: accepted, salt: []) { sandbox in
      #expect(try await sandbox.registry("release").status == 0)
      try sandbox.write(Self.manifest(exceptions: "{}"), to: "Registry/manifest.json")
      try sandbox.commitAll("Accept nothing")
      let refused = try await sandbox.registry("pin", "Menu", "1.0.0")
      #expect(refused.status == 1)
      #expect(
        refused.error == """
          error: Menu 1.0.0: 'Menu' depends on 'Kitchen', which is in the same layer 'feature'
          help: move what both need to a layer below, or accept it under "exceptions" in \
          'Registry/manifest.json'

          """
      )
      #expect(try sandbox.git("status", "--porcelain") == "")
      #expect(try await sandbox.registry("pin", "Kitchen", "1.0.0").status == 0)
      try sandbox.write(
        try sandbox.read("Registry/manifest.json")
          .replacing("\"exceptions\": {}", with: "\"exceptions\": \(accepted)"),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll("Accept it again")
      let pinned = try await sandbox.registry("pin", "Menu", "1.0.0")
      #expect(pinned.status == 0, "\(pinned.error)")
    }
  }

  @Test func `a hosting service gets annotations`() async throws {
    try await with(salt: []) { sandbox in
      let run = try await sandbox.registry("lint", "--format", "github")
      #expect(run.status == 1)
      #expect(
        run.output == """
          ::error file=Components/Menu/Package.swift,line=8,col=5,title=sideways-dependency::'Menu' \
          depends on 'Kitchen', which is in the same layer 'feature'%0Ahelp: move what both need to a \
          layer below, or accept it under "exceptions" in 'Registry/manifest.json'

          """
      )
    }
  }

  @Test func `tools get the static analysis format`() async throws {
    try await with(salt: []) { sandbox in
      try sandbox.git("rm", "-q", "Components/Salt/LICENSE")
      try sandbox.commitAll("Drop the licence")
      let run = try await sandbox.registry("lint", "--format", "sarif")
      #expect(run.status == 1)
      #expect(
        run.output == """
          {
            "$schema" : "https://json.schemastore.org/sarif-2.1.0.json",
            "runs" : [
              {
                "results" : [
                  {
                    "level" : "error",
                    "locations" : [
                      {
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "Components/Menu/Package.swift"
                          },
                          "region" : {
                            "startColumn" : 5,
                            "startLine" : 8
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "'Menu' depends on 'Kitchen', which is in the same layer 'feature'\\n\
          help: move what both need to a layer below, or accept it under \\"exceptions\\" in \
          'Registry/manifest.json'"
                    },
                    "ruleId" : "sideways-dependency"
                  },
                  {
                    "level" : "warning",
                    "locations" : [
                      {
                        "physicalLocation" : {
                          "artifactLocation" : {
                            "uri" : "Components/Salt"
                          }
                        }
                      }
                    ],
                    "message" : {
                      "text" : "'Salt' has no licence file\\nhelp: add a LICENSE file to each \
          component, or a link to the one of the repository"
                    },
                    "ruleId" : "no-licence"
                  }
                ],
                "tool" : {
                  "driver" : {
                    "name" : "registry",
                    "rules" : [
                      {
                        "id" : "no-licence"
                      },
                      {
                        "id" : "sideways-dependency"
                      }
                    ]
                  }
                }
              }
            ],
            "version" : "2.1.0"
          }

          """
      )
    }
  }

  @Test func `what cannot be released is checked all the same`() async throws {
    let files = [
      "Registry/manifest.json": Self.manifest(exceptions: "{}"),
      "Components/Kitchen/Package.swift": "// nothing\n",
      "Components/Menu": "a file\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("lint")
      #expect(run.status == 1)
      let rules = run.output.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      #expect(rules == ["error: invalid-tools-version (1)", "error: not-a-folder (2)"])
      #expect(
        run.output.contains("Registry/manifest.json:4: 'Components/Menu' is a file, expected")
      )
    }
  }

  @Test func `every file that cannot be published is named`() async throws {
    try await with(menu: [], salt: []) { sandbox in
      try sandbox.shell(
        """
        cd repository/Components/Kitchen
        ln -s /etc/hosts Absolute
        ln -s ../../../outside Outside
        ln -s ../Menu/nothing Nothing
        git add .
        git update-index --add --cacheinfo \
          160000,1111111111111111111111111111111111111111,Components/Kitchen/Sources/Kitchen/Sub
        git -c user.name=Ada -c user.email=ada@example.com commit -q -m "Link"
        """
      )
      let run = try await sandbox.registry("lint")
      #expect(run.status == 1)
      #expect(
        run.output == """
          error: link-leaves-folder (3)
            Components/Kitchen/Absolute: the link 'Absolute' to '/etc/hosts' is absolute
            Components/Kitchen/Nothing: the link 'Nothing' to '../Menu/nothing' points to \
          'Components/Menu/nothing', which is not committed
            Components/Kitchen/Outside: the link 'Outside' to '../../../outside' points outside the \
          repository
            help: a release contains the file or folder that a link points to: commit it in this \
          repository, or replace the link with it
          error: submodule-needed (1)
            Components/Kitchen/Sources/Kitchen/Sub: the target 'Kitchen' is built from \
          'Sources/Kitchen/Sub', which is a submodule: its files are not in this repository
            help: add the files to this repository, or move them to a package of their own
          checked 3 components: 4 errors

          """
      )
    }
  }

  @Test func `formats cannot be combined`() async throws {
    try await Sandbox.with { sandbox in
      #expect(try await sandbox.registry("lint", "--json", "--format", "sarif").status == 2)
      let same = try await sandbox.registry("lint", "--format", "json")
      #expect(try await sandbox.registry("lint", "--json").output == same.output)
    }
  }
}
