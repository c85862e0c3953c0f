import ProgramTesting
import Testing

/// What `lint` prints in each of its formats, whatever state the components are in.
struct LintFormatTests {
  @Test func `a hosting service gets annotations`() async throws {
    try await Sandbox.withLayers(salt: []) { sandbox in
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
    try await Sandbox.withLayers(salt: []) { sandbox in
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
                      "text" : "'Salt' has no licence file\\nhelp: add a LICENSE file to it, or use \
          that of the repository with 'registry set rootFiles --add LICENSE'; for private code, \
          'registry set license none'"
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

  @Test func `lint checks components that cannot be released`() async throws {
    let files = [
      "Registry/manifest.json": Sandbox.layers(exceptions: "{}"),
      "Components/Kitchen/Package.swift": "// nothing\n",
      "Components/Menu": "a file\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      let run = try await sandbox.registry("lint")
      #expect(run.status == 1)
      let rules = run.output.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      #expect(rules == ["error: invalid-tools-version (1)", "error: not-a-folder (3)"])
      #expect(
        run.output.contains("Registry/manifest.json:4: 'Components/Menu' is a file, expected")
      )
    }
  }

  @Test func `every file that cannot be published is named`() async throws {
    try await Sandbox.withLayers(menu: [], salt: []) { sandbox in
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
