extension Refusal {
  /// What verbs other than `bump` refuse.
  static let otherVerbs = [
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
      says: """
        error: unknown revision 'nowhere'
        help: name a commit, a branch or a tag that is here, such as 'HEAD~1' or 'origin/main'

        """
    ),
    Refusal(
      "status",
      when: "where the manifest is malformed",
      says: """
        error: Registry/manifest.json:4: components.Kitchen.color: unknown key 'color'
        help: known here: baseline, build, layer, license, path, private, release, repository, requires, version, versionFiles

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
        help: change to a clone, or create a repository with 'git init'

        """
    ),
    Refusal(
      "release Mneu",
      when: "where the name is misspelt",
      says: """
        error: unknown component 'Mneu'
        help: did you mean 'Menu'?

        """
    ),
    Refusal(
      "release Menu=1.0",
      when: "where the version is none",
      says: """
        error: invalid version '1.0', expected major.minor.patch
        help: try '1.0.0'

        """
    ),
    Refusal(
      "release --all-or-nothing",
      when: "where files are not committed",
      says: """
        error: component 'Menu': 'Components/Menu/new.txt' has uncommitted changes
        help: commit them, or stash them with 'git stash -u -- Components/Menu'

        """
    ) { sandbox in
      try sandbox.write("new", to: "Components/Menu/new.txt")
    },
    Refusal(
      "yank Menu 1 --reason bad",
      when: "which is no version",
      says: """
        error: invalid version '1', expected major.minor.patch
        help: try '1.0.0'

        """
    ),
    Refusal(
      "yank Mneu 1.0.0 --reason bad",
      when: "where the name is misspelt",
      says: """
        error: unknown component 'Mneu'
        help: did you mean 'Menu'?

        """
    ),
    Refusal(
      "tags Mneu",
      when: "where the name is misspelt",
      says: """
        error: unknown component 'Mneu'
        help: did you mean 'Menu'?

        """
    ),
    Refusal(
      "archive Menu 1.0.0 -o missing/menu.zip",
      when: "where there is no such folder",
      says: """
        error: cannot write 'missing/menu.zip': no such file or directory

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
    },
    Refusal(
      "archive Menu 1.0.0",
      when: "whose record does not tell the truth",
      says: """
        error: the archive of 'Menu' 1.0.0 has the checksum '<checksum>', expected '<checksum>'
        help: run 'registry verify' to check all releases

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let log = try sandbox.read("Registry/releases/Menu.jsonl")
      let tree = try sandbox.git("rev-parse", "HEAD:Components/Kitchen")
      try sandbox.write(
        log.replacing(/"tree":"[0-9a-f]*"/, with: "\"tree\":\"\(tree)\""),
        to: "Registry/releases/Menu.jsonl"
      )
      try sandbox.commitAll()
    },
    Refusal(
      "token create ci --read --tokens Components/Menu/Package.swift",
      when: "where the file is open to others",
      says: """
        error: other users have access to the token file 'Components/Menu/Package.swift'
        help: run 'chmod 600 Components/Menu/Package.swift', and create new tokens if someone may have read it

        """
    ) { sandbox in
      try sandbox.shell("chmod 644 repository/Components/Menu/Package.swift")
    },
    Refusal(
      "token revoke ci",
      when: "where there is no such token",
      says: """
        error: there is no token 'ci'
        help: 'registry token list' lists the tokens

        """
    ),
    Refusal(
      "verify",
      when: "before the first commit",
      says: """
        error: the branch has no commit yet, nothing to verify

        """
    ) { sandbox in
      try sandbox.git("switch", "-q", "--orphan", "empty")
      try sandbox.makeFiles(["Menu"])
    },
  ]
}
