import ProgramTesting
import Testing

/// What `init` makes nothing of: each is told in a message of its own, and nothing is written.
struct InitRefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var files: [String: String] = ["README.md": "Hello\n"]
    var arguments: [String] = []
    let message: String

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "no packages",
      message: """
        error: the newest commit has no 'Package.swift'
        help: commit the packages first, or, for a registry that others publish to, choose its scope: \
        'registry init --scope NAME'

        """
    ),
    Case(
      name: "a package at the root alone",
      files: [
        "Package.swift": Sandbox.manifest(
          "Root",
          """
            targets: [.target(name: "Root")]
          """
        )
      ],
      message: """
        error: the only package is at the root of the repository, and has no product
        help: add a library product to it: nothing could use a release of it

        """
    ),
    Case(
      name: "submodules that no server takes, outside of all packages",
      files: Sandbox.library("Menu") + [
        "Vendor/old/.gitmodules": "[submodule \"a\"]\n\turl = -evil\n"
      ],
      message: """
        error: 'Vendor/old/.gitmodules' has the invalid url '-evil' of a submodule
        help: correct or remove it: servers refuse a push with such a file

        """
    ),
    Case(
      name: "a name that is a device on Windows",
      files: Sandbox.library("Kitchen") + Sandbox.library("aux"),
      message: """
        error: no component name can be made of 'aux', the folder name of 'aux'
        help: leave it out with '--exclude aux', or rename the folder

        """
    ),
    Case(
      name: "a manifest that is not Swift",
      files: Sandbox.library("Kitchen") + ["Menu/Package.swift": "Dear reader,\n"],
      message: """
        error: Menu/Package.swift:1:6: syntax error
        help: 'swift package dump-package' says what the compiler expects there, or leave the \
        package out with '--exclude Menu'

        """
    ),
    Case(
      name: "a package of 3,000 targets",
      files: [
        "Menu/Package.swift": Sandbox.manifest(
          "Menu",
          "  targets: ["
            + (0..<3_000).map { number in
              """
              .target(
                name: "Target\(number)",
                dependencies: ["Target\(number + 1)", "Target\(number + 2)"],
                path: "Sources/Target\(number)"
              )
              """
            }.joined(separator: ",\n") + "]"
        )
      ],
      message: """
        error: Menu/Package.swift: manifest of 322677 bytes, expected at most 262144
        help: leave the package out with '--exclude Menu'

        """
    ),
    Case(
      name: "an invalid scope",
      files: Sandbox.library("Menu"),
      arguments: ["--scope", "our_own"],
      message: """
        error: invalid scope name 'our_own', expected only letters, digits and '-'
        help: use letters and digits, with single '-' between them

        """
    ),
    Case(
      name: "a manifest that is not committed",
      files: Sandbox.library("Menu"),
      arguments: ["--manifest", "uncommitted.json"],
      message: """
        error: 'uncommitted.json' has uncommitted changes
        help: commit or undo them first: this command writes to the same files

        """
    ),
  ]

  @Test(arguments: cases)
  func `init refuses it, and writes nothing`(refused: Case) async throws {
    try await Sandbox.withForeign(refused.files) { sandbox in
      try sandbox.write("{}\n", to: "uncommitted.json")
      let tip = try sandbox.git("rev-parse", "HEAD")
      for options in [["--dry-run"], []] {
        let run = try await sandbox.registry(["init"] + refused.arguments + options)
        #expect(run.status == 1)
        #expect(run.error == refused.message)
        #expect(run.output == "")
      }
      #expect(try sandbox.git("rev-parse", "HEAD") == tip)
      #expect(try sandbox.git("status", "--porcelain") == "?? uncommitted.json")
    }
  }

  @Test func `a file in the place of its folder is not discovered behind the commit`() async throws
  {
    try await Sandbox.withForeign(Sandbox.library("Menu")) { sandbox in
      try sandbox.write("mine", to: "Registry")
      let tip = try sandbox.git("rev-parse", "HEAD")
      let run = try await sandbox.registry("init")
      #expect(
        run.error == """
          error: 'Registry' is a file that git does not track, expected a folder
          help: move it out of the way

          """
      )
      #expect(try sandbox.git("rev-parse", "HEAD") == tip)
      #expect(try sandbox.read("Registry") == "mine")
    }
  }

  @Test func `init refuses a folder without a repository and a branch without a commit`()
    async throws
  {
    try await Sandbox.withForeign([:]) { sandbox in
      try sandbox.git("switch", "-q", "--orphan", "empty")
      let unborn = try await sandbox.registry("init")
      #expect(unborn.status == 1)
      #expect(
        unborn.error == """
          error: the branch has no commit yet
          help: commit the packages with 'git add' and 'git commit' first

          """
      )
      let outside = try await sandbox.registry("init", "--directory", "..")
      #expect(outside.status == 1)
      #expect(outside.error.hasPrefix("error: '..' is not in a git repository\nhelp: "))
    }
  }

  @Test func `packages in others are listed where these need them, or where that is asked for`()
    async throws
  {
    let files =
      Sandbox.library("Menu", dependsOn: ["Plugins/Pepper"])
      + Sandbox.library("Menu/Plugins/Pepper")
      + Sandbox.library("Menu/Plugins/Salt", dependsOn: ["Grains"])
      + Sandbox.library("Menu/Plugins/Salt/Grains")
    try await Sandbox.withForeign(files) { sandbox in
      let needed = try await sandbox.registry("init", "--dry-run")
      #expect(
        needed.output.contains(
          """
          components
            . (1): Menu
            Menu/Plugins (1): Pepper
          left out
            in the folders of others, needed by none (2): Menu/Plugins/Salt, Menu/Plugins/Salt/Grains
            help: 'registry init --nested' lists packages in the folders of others, too

          """
        ),
        "\(needed.output)\(needed.error)"
      )
      let run = try await sandbox.registry("init", "--nested")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try sandbox.read("Registry/manifest.json").contains("\"path\": \"Menu/Plugins/Salt\"")
      )
    }
  }
}
