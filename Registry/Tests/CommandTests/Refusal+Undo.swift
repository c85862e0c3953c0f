extension Refusal {
  /// Releases that `undo` cannot take back.
  static let undos = [
    Refusal(
      "undo Menu",
      when: "where something was committed after the release",
      says: """
        error: the newest commit is not the release of 'Menu' 1.0.0: something was committed after it
        help: withdraw it with 'registry yank Menu 1.0.0 --reason WHY'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Kitchen")
    },
    Refusal(
      "undo Menu 9.9.9",
      when: "which was never released",
      says: """
        error: 'Menu' has no release '9.9.9'
        help: the nearest is '1.0.0'

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
        help: withdraw it with 'registry yank Menu 1.0.0 --reason WHY'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.git("clone", "-q", "--bare", ".", "../origin")
      try sandbox.git("remote", "add", "origin", "../origin")
      try sandbox.git("fetch", "-q", "origin")
    },
    Refusal(
      "undo Menu 1.0.0",
      when: "which is not the last release",
      says: """
        error: the last release of 'Menu' is '1.1.0', expected '1.0.0'
        help: withdraw it with 'registry yank Menu 1.0.0 --reason WHY'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
      try await sandbox.registry("bump", "Menu", "1.1.0")
    },
    Refusal(
      "undo Menu",
      when: "where another branch has the release",
      says: """
        error: 'heads/other' has 'Menu' 1.0.0 as well
        help: remove it there first; or withdraw it with 'registry yank Menu 1.0.0 --reason WHY'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.git("branch", "other")
    },
    Refusal(
      "undo Menu",
      when: "where the commit of the release has more than it",
      says: """
        error: the commit of 'Menu' 1.0.0 also changes 'mine.txt', which would be lost
        help: withdraw it with 'registry yank Menu 1.0.0 --reason WHY'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.write("mine", to: "mine.txt")
      try sandbox.git("add", "mine.txt")
      try sandbox.git("commit", "-q", "--amend", "--no-edit")
      try sandbox.git("tag", "-d", "Menu/1.0.0")
    },
    Refusal(
      "undo Menu",
      when: "where the same commit made another release",
      says: """
        error: the commit of 'Menu' 1.0.0 also released 'Kitchen' 1.0.0
        help: remove all of them with 'registry undo Menu --together'

        """
    ) { sandbox in
      try await sandbox.registry("release")
    },
  ]
}
