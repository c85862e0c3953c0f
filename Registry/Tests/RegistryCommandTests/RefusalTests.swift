import Foundation
import ProgramTesting
import Testing

/// What is refused changes no byte, ends with status 1 and says why and what to do.
struct RefusalTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    let error: String
    let prepare: @Sendable (Sandbox) async throws -> Void

    init(
      _ arguments: String,
      when situation: String,
      says error: String,
      _ prepare: @escaping @Sendable (Sandbox) async throws -> Void = { _ in }
    ) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      testDescription = "\(arguments), \(situation)"
      self.error = error
      self.prepare = prepare
    }
  }

  static let refusals = [
    Refusal(
      "bump Mneu 1.0.0",
      when: "where the name is misspelt",
      says: """
        error: unknown component 'Mneu'
        help: did you mean 'Menu'?

        """
    ),
    Refusal(
      "bump Menu v1.0",
      when: "which is no version",
      says: """
        error: invalid version 'v1.0', expected major.minor.patch
        help: try '1.0.0'

        """
    ),
    Refusal(
      "bump Menu 1.0.0",
      when: "after a change, where that version is released",
      says: """
        error: component 'Menu': version '1.0.0' was released on <date> with other content
        help: a release never changes: try '1.0.1'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
    },
    Refusal(
      "bump Menu 1.1.0",
      when: "where nothing has changed",
      says: """
        error: component 'Menu': nothing has changed since '1.0.0'
        help: '1.0.0' is this very content already

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a file is not committed",
      says: """
        error: component 'Menu': 'Components/Menu/new.swift' has changes that are not committed
        help: commit them, or put them away with 'git stash -- Components/Menu'

        """
    ) { sandbox in
      try sandbox.write("", to: "Components/Menu/new.swift")
    },
    Refusal(
      "yank Menu 1.0.1 --reason bad",
      when: "which was never released",
      says: """
        error: 'Menu' has no release '1.0.1'
        help: the nearest is '1.0.0'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
    },
    Refusal(
      "undo Menu",
      when: "where it was never released",
      says: "error: 'Menu' was never released\n"
    ),
    Refusal(
      "archive Menu 2.0.0",
      when: "which was never released",
      says: """
        error: 'Menu' has no release '2.0.0'
        help: it was never released

        """
    ),
    Refusal(
      "verify --since nowhere",
      when: "which is no revision",
      says: "error: unknown revision 'nowhere': revspec 'nowhere' not found\n"
    ),
    Refusal(
      "status",
      when: "where the manifest is malformed",
      says: """
        error: Registry/manifest.json:4: components.Kitchen.color: unknown key 'color'
        help: known here: layer, path, requires, version

        """
    ) { sandbox in
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing("\"layer\": \"feature\"", with: "\"color\": \"red\""),
        to: "Registry/manifest.json"
      )
    },
    Refusal(
      "status --directory ..",
      when: "which is in no repository",
      says: """
        error: '..' is not in a git repository
        help: change to a clone, or make one with 'git init'

        """
    ),
    Refusal(
      "status",
      when: "where there is no manifest",
      says: """
        error: found no 'Registry/manifest.json', neither here nor in a folder above
        help: name it with '--manifest', or 'git config registry.manifest PATH'

        """
    ) { sandbox in
      try sandbox.git("rm", "-q", "Registry/manifest.json")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0-rc.1",
      when: "which is lower than a release of its line",
      says: """
        error: component 'Menu': version '1.0.0-rc.1' is not greater than '1.0.0', the last release of 'Menu' on the line 1.0.x
        help: try '1.0.1'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a dependency was never released",
      says: """
        error: component 'Menu': 'Menu' depends on 'Kitchen', which was never released
        help: release it first: 'registry bump Kitchen 1.0.0'

        """
    ) { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a dependency has changed since its release",
      says: """
        error: component 'Menu': 'Menu' depends on 'Kitchen', which has changes since 1.0.0 that are not released
        help: release it first: 'registry bump Kitchen VERSION'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.change("Kitchen")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a dependency is no component",
      says: """
        error: component 'Menu': 'Menu' depends on the package at 'Components/Cellar', which is no component
        help: list it under "components" in 'Registry/manifest.json' and release it first

        """
    ) { sandbox in
      try sandbox.writePackage("Menu", dependsOn: "../Cellar")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where no branch is checked out",
      says: """
        error: no branch is checked out, but the commit '<short>'
        help: check out the branch that the commit shall go on: 'git switch BRANCH'

        """
    ) { sandbox in
      try sandbox.git("switch", "-q", "--detach")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where the branch has no commit",
      says: """
        error: the branch 'empty' has no commit yet
        help: commit the components and the manifest first

        """
    ) { sandbox in
      try sandbox.git("switch", "-q", "--orphan", "empty")
      try sandbox.makeFiles(["Menu"])
    },
    Refusal(
      "bump Menu 1.0.0 --directory ../bare",
      when: "which is bare",
      says: """
        error: the repository is bare and has no working files
        help: work in a clone of it

        """
    ) { sandbox in
      try sandbox.git("clone", "-q", "--bare", ".", "../bare")
    },
    Refusal(
      "bump Menu 1.0.0 --directory ../shallow",
      when: "which is shallow",
      says: """
        error: component 'Menu': the clone is shallow, so that the changes since the last release cannot be told
        help: get the whole history with 'git fetch --unshallow'

        """
    ) { sandbox in
      try sandbox.change("Kitchen")
      try sandbox.git("clone", "-q", "--depth=1", "file://" + sandbox.repository, "../shallow")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "in the middle of a merge",
      says: """
        error: git is in the middle of a merge
        help: finish it, or give it up with 'git merge --abort'

        """
    ) { sandbox in
      try sandbox.write(sandbox.git("rev-parse", "HEAD") + "\n", to: ".git/MERGE_HEAD")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder is a link",
      says: """
        error: component 'Menu': 'Components/Menu' is a link, expected the folder itself
        help: name the folder that it leads to in 'Registry/manifest.json'

        """
    ) { sandbox in
      try sandbox.git("mv", "Components/Menu", "Components/Card")
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.repository + "/Components/Menu",
        withDestinationPath: "Card"
      )
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder is not there",
      says: """
        error: component 'Menu': there is no folder 'Components/Menu' in the newest commit
        help: commit it, or correct the path in 'Registry/manifest.json'

        """
    ) { sandbox in
      try sandbox.git("rm", "-q", "-r", "Components/Menu")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder has a submodule",
      says: "error: component 'Menu': refused the tree '<object>', 'Other' is a submodule\n"
    ) { sandbox in
      let head = try sandbox.git("rev-parse", "HEAD")
      try sandbox.git(
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,\(head),Components/Menu/Other"
      )
      try sandbox.git("commit", "-q", "-m", "Add a submodule")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where git does not know who releases",
      says: """
        error: git's configuration has no 'user.email'
        help: set it with 'git config --global user.email …'

        """
    ) { sandbox in
      try sandbox.git("config", "--unset", "user.email")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where such a tag is there",
      says: """
        error: there is a tag 'Menu/1.0.0' already, and this branch has no record of such a release
        help: it may have been released on another branch: merge that; or remove the tag with 'git tag -d Menu/1.0.0'

        """
    ) { sandbox in
      try sandbox.git("tag", "Menu/1.0.0")
    },
    Refusal(
      "undo Menu",
      when: "where something was committed after the release",
      says: """
        error: the newest commit is not the release of 'Menu' 1.0.0: something was committed after it
        help: withdraw it with 'registry yank Menu 1.0.0'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Kitchen")
    },
    Refusal(
      "undo Menu",
      when: "where the release was pushed",
      says: """
        error: 'Menu' 1.0.0 has been pushed: 'origin/main' has it
        help: withdraw it with 'registry yank Menu 1.0.0'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.git("clone", "-q", "--bare", ".", "../origin")
      try sandbox.git("remote", "add", "origin", "../origin")
      try sandbox.git("fetch", "-q", "origin")
    },
  ]

  @Test(arguments: refusals)
  func `a refusal says why and changes nothing`(_ refusal: Refusal) async throws {
    try await Sandbox.with { sandbox in
      try await refusal.prepare(sandbox)
      let before = try sandbox.everything()
      let run = try await sandbox.registry(refusal.arguments)
      #expect(run.error.scrubbed == refusal.error)
      #expect(run.output == "")
      #expect(run.status == 1)
      #expect(try sandbox.everything() == before)
    }
  }

  @Test(
    arguments: [
      ("bump", "error: missing expected argument '<name>'"),
      ("bump Menu", "error: no version was given"),
      ("bump Menu 1.0.0 --minor", "error: a version was given beside '--minor'"),
      ("bump Menu --minor --major", "error: "),
      ("bump Menu 1.0.0 --colour", "error: unknown option '--colour'"),
      ("yank Menu 1.0.0", "error: missing expected argument '--reason <text>'"),
      ("log --limit 0", "error: invalid limit '0', expected 1 or more"),
      ("archive Menu 1.0.0 -o - --json", "error: standard output cannot be both"),
      ("frobnicate", "error: "),
    ]
  )
  func `a command line that makes no sense ends with status 2`(
    arguments: String,
    error: String
  ) async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry(arguments.split(separator: " ").map(String.init))
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.error.hasPrefix(error), "\(run.error)")
      #expect(run.error.contains("Usage: registry"))
    }
  }

  @Test func `help goes to standard output`() async throws {
    try await Sandbox.with { sandbox in
      for arguments in [["--help"], ["bump", "--help"], ["help", "verify"]] {
        let run = try await sandbox.registry(arguments)
        #expect(run.status == 0)
        #expect(run.error == "")
        #expect(run.output.hasPrefix("OVERVIEW: "))
      }
    }
  }

  @Test func `text from the repository cannot reach the terminal as a command`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try await sandbox.registry("yank", "Menu", "1.0.0", "--reason", "red \u{1B}[31m\u{7}")
      let run = try await sandbox.registry("log", "Menu")
      #expect(!run.output.contains("\u{1B}"))
      #expect(run.output.contains("withdrawn"))
    }
  }

  @Test func `names are completed from the manifest`() async throws {
    try await Sandbox.with { sandbox in
      let run = try await sandbox.registry(
        ["---completion", "bump", "--", "positional@0", "2", "0", "registry", "bump", ""],
        environment: ["SAP_SHELL": "bash"]
      )
      #expect(run.output.split(separator: "\n") == ["Kitchen", "Menu"])
    }
  }
}
