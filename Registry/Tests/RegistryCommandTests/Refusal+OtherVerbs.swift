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
}
