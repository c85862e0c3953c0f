extension Refusal {
  /// Releases of trees that no git would write, and that would do harm where they are laid out.
  static let hostileTrees = [
    hostile("..", ["100644 .."], "'..' is not a name"),
    hostile(".git", ["100644 .git"], "'.git' is reserved for git's own directory"),
    hostile(".GIT", ["100644 .GIT"], "'.GIT' is reserved for git's own directory"),
    hostile("NTFS's .git", ["100644 git~1"], "'git~1' is reserved for git's own directory"),
    hostile(
      "HFS+'s .git",
      ["100644 .g\u{200C}it"],
      "'.g\\u{200C}it' is reserved for git's own directory"
    ),
    hostile("a path", ["100644 a/b"], "'a/b' contains the separator '/'"),
    hostile(
      "a name twice",
      ["100644 a", "100644 a"],
      "'a' and 'a' are the same file on some"
        + " systems"
    ),
    hostile(
      "two cases",
      ["100644 A", "100644 a"],
      "'a' and 'A' are the same file on some systems"
    ),
    Refusal(
      "bump Menu 1.0.0",
      when: "whose tree has a way out",
      says: "error: component 'Menu': the link 'up' to '../../../etc/passwd' points outside the"
        + " repository\nhelp: a release contains the file or folder that a link points to: commit"
        + " it in this repository, or replace the link with it\n"
    ) { sandbox in
      try sandbox.commitTree(of: "Menu", entries: ["120000 up"])
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "with attributes that servers refuse",
      says:
        "error: component 'Menu': 'Sources/.gitattributes' has 3000 bytes in line 2, expected at"
        + " most 2047\nhelp: correct or remove it: servers refuse a push with such a file\n"
    ) { sandbox in
      let line = String(repeating: "a", count: 3_000)
      try sandbox.write("*.md text\n\(line)\n", to: "Components/Menu/Sources/.gitattributes")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "beside attributes that servers refuse",
      says: "error: '.gitattributes' has 3000 bytes in line 2, expected at most 2047\n"
        + "help: correct or remove it: servers refuse a push with such a file\n"
    ) { sandbox in
      let line = String(repeating: "a", count: 3_000)
      try sandbox.write("*.md text\n\(line)\n", to: ".gitattributes")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "beside a folder with submodules that servers refuse",
      says: "error: 'Vendor/old/.gitmodules' has the invalid url '-evil' of a submodule\n"
        + "help: correct or remove it: servers refuse a push with such a file\n"
    ) { sandbox in
      try sandbox.write(
        "[submodule \"a\"]\n\turl = -evil\n",
        to: "Vendor/old/.gitmodules"
      )
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "with submodules that git cannot read",
      says: "error: component 'Menu': '.gitmodules' cannot be parsed\n"
        + "help: correct or remove it: servers refuse a push with such a file\n"
    ) { sandbox in
      try sandbox.commitTree(of: "Menu", entries: ["100644 .gitmodules"])
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "which is built from a submodule",
      says: "error: component 'Menu': the target 'Menu' is built from 'Sources/Menu', which is a"
        + " submodule: its files are not in this repository\n"
        + "help: add the files to this repository, or move them to a package of their own\n"
    ) { sandbox in
      try sandbox.git("rm", "-q", "-r", "--cached", "Components/Menu/Sources")
      let commit = try sandbox.git("rev-parse", "HEAD")
      let entry = "160000,\(commit),Components/Menu/Sources/Menu"
      try sandbox.git("update-index", "--add", "--cacheinfo", entry)
      try sandbox.git("commit", "-q", "-m", "Take the sources elsewhere")
      try sandbox.git("clean", "-q", "-f", "-d", "Components")
      try sandbox.git("reset", "-q", "--hard")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "which has a pointer of Git LFS",
      says: "error: component 'Menu': 'film.mp4' is a Git LFS pointer, whose content is not in the"
        + " repository\nhelp: commit the file itself, or leave it out with 'export-ignore' in"
        + " '.gitattributes'\n"
    ) { sandbox in
      try sandbox.write(
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
        to: "Components/Menu/film.mp4"
      )
      try sandbox.commitAll("Store a film")
    },
  ]

  private static func hostile(
    _ name: String,
    _ entries: [String],
    _ fault: String
  ) -> Refusal {
    Refusal(
      "bump Menu 1.0.0",
      when: "whose tree has \(name)",
      says: "error: component 'Menu': refused the tree '<object>', \(fault)\n"
    ) { sandbox in
      try sandbox.commitTree(of: "Menu", entries: entries)
    }
  }
}

extension Sandbox {
  /// Commits a component as a tree with just these entries, as no git would write it; all of them
  /// have the same content, the path of another file.
  ///
  /// - Parameter entries: Modes and names.
  func commitTree(of component: String, entries: [String]) throws {
    let script = """
      cd repository
      content=$(printf ../../../etc/passwd | git hash-object -w --stdin)
      bytes=$(sed 's/../\\\\x&/g' <<< "$content")
      tree=$(
        for entry in \(entries.map { "'\($0)'" }.joined(separator: " ")); do
          printf '%s\\0' "$entry"
          printf "$bytes"
        done | git hash-object -t tree -w --literally --stdin
      )
      components=$(
        git ls-tree HEAD:Components | sed "s/tree [0-9a-f]*\\t\(component)$/tree $tree\\t\(component)/" | git mktree
      )
      root=$(
        git ls-tree HEAD | sed "s/tree [0-9a-f]*\\tComponents$/tree $components\\tComponents/" | git mktree
      )
      git update-ref HEAD "$(git commit-tree -p HEAD -m 'Commit a trap' "$root")"
      """
    try shell(script)
  }
}
