extension Refusal {
  /// Releases of trees that no git would write, and that would do harm where they are laid out.
  static let hostileTrees = [
    hostile("..", ["100644 .."], "'..' is not a name"),
    hostile(".git", ["100644 .git"], "'.git' reads as git's own directory"),
    hostile(".GIT", ["100644 .GIT"], "'.GIT' reads as git's own directory"),
    hostile("NTFS's .git", ["100644 git~1"], "'git~1' reads as git's own directory"),
    hostile(
      "HFS+'s .git",
      ["100644 .g\u{200C}it"],
      "'.g\\u{200C}it' reads as git's own directory"
    ),
    hostile("a path", ["100644 a/b"], "'a/b' holds the separator '/'"),
    hostile("a name twice", ["100644 a", "100644 a"], "'a' and 'a' are one file on some systems"),
    hostile("two cases", ["100644 A", "100644 a"], "'a' and 'A' are one file on some systems"),
    hostile("a way out", ["120000 up"], "the link 'up' to '../../../etc/passwd' leaves it"),
    hostile(
      "a submodule",
      ["160000 Other"],
      "'Other' is a submodule\n"
        + "help: git keeps its files in a repository of their own: take them into this one"
    ),
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
