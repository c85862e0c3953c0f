#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Refusal {
  /// Releases that the repository or another component stands against.
  static let surroundings = [
    Refusal(
      "bump Menu 1.0.0",
      when: "where a dependency was never released",
      says: """
        error: component 'Menu': 'Menu' depends on 'Kitchen', which was never released
        help: release it first: 'registry bump Kitchen'

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
        help: release it first: 'registry bump Kitchen'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.change("Kitchen")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "while another git has the index",
      says: """
        error: the index is locked by another process
        help: wait for the git command that is running, such as a 'git commit' with an open editor; if there is none, remove '<folder>/.git/index.lock'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try sandbox.write("", to: ".git/index.lock")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where no branch is checked out",
      says: """
        error: HEAD is detached at '<short>', expected a branch
        help: switch to a branch with 'git switch BRANCH'

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
        error: component 'Menu': the clone is shallow, so the changes since the last release are unknown
        help: fetch the whole history with 'git fetch --unshallow'

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
        help: finish it, or abort it with 'git merge --abort'

        """
    ) { sandbox in
      try sandbox.write(sandbox.git("rev-parse", "HEAD") + "\n", to: ".git/MERGE_HEAD")
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
        error: the tag 'Menu/1.0.0' already exists, but this branch has no record of that release
        help: if it was released on another branch, merge that branch; otherwise remove the tag with 'git tag -d Menu/1.0.0'

        """
    ) { sandbox in
      try sandbox.git("tag", "Menu/1.0.0")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a tag is called like the folder of its tags",
      says: """
        error: the tag 'Menu' conflicts with the tag 'Menu/1.0.0'
        help: rename it: 'git tag OTHER Menu', then 'git tag -d Menu'

        """
    ) { sandbox in
      try sandbox.git("tag", "Menu")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a file of it is being edited",
      says: """
        error: component 'Menu': 'Components/Menu/Package.swift' has uncommitted changes
        help: commit them, or stash them with 'git stash -u -- Components/Menu'

        """
    ) { sandbox in
      try sandbox.write("// edited\n", to: "Components/Menu/Package.swift")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where the manifest is being edited",
      says: """
        error: 'Registry/manifest.json' has uncommitted changes
        help: commit or undo them first: this command writes to the same files

        """
    ) { sandbox in
      try sandbox.write(
        sandbox.read("Registry/manifest.json") + "\n",
        to: "Registry/manifest.json"
      )
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where an ignored file is in the place of the logs",
      says: """
        error: 'Registry/releases' is a file that git does not track, expected a folder
        help: move it out of the way

        """
    ) { sandbox in
      try sandbox.write("/Registry/releases\n", to: ".git/info/exclude")
      try sandbox.write("mine", to: "Registry/releases")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a link is in the place of the logs",
      says: """
        error: 'Registry/releases' is a link that git does not track, expected a folder
        help: move it out of the way

        """
    ) { sandbox in
      try sandbox.shell("ln -s .. repository/Registry/releases")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where an empty folder is in the place of its log",
      says: """
        error: 'Registry/releases/Menu.jsonl' is a folder that git does not track, expected nothing \
        in the place of a new file
        help: move it out of the way

        """
    ) { sandbox in
      try sandbox.shell("mkdir -p repository/Registry/releases/Menu.jsonl")
    },
    Refusal(
      "move Menu Libraries/Menu",
      when: "where an ignored file is in the place of the folder above",
      says: """
        error: 'Libraries' is a file that git does not track, expected a folder
        help: move it out of the way

        """
    ) { sandbox in
      try sandbox.write("/Libraries\n", to: ".git/info/exclude")
      try sandbox.write("mine", to: "Libraries")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where the changelog is being edited",
      says: """
        error: 'CHANGELOG.md' has uncommitted changes
        help: commit or undo them first: this command writes to the same files

        """
    ) { sandbox in
      try sandbox.write("mine", to: "CHANGELOG.md")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where the recorded requirement is not met",
      says: """
        error: component 'Menu': 'Menu' requires 'Kitchen' from 2.0.0, which its current release '1.0.0' does not meet
        help: change "requires" of 'Menu' in 'Registry/manifest.json'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing(
          #""path": "Components/Menu""#,
          with: #""path": "Components/Menu", "requires": { "Kitchen": { "from": "2.0.0" } }"#
        ),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a merge left its marks in the log",
      says: """
        error: Registry/releases/Menu.jsonl:1: unresolved merge conflict
        help: resolve it

        """
    ) { sandbox in
      try sandbox.write("<<<<<<< ours\n", to: "Registry/releases/Menu.jsonl")
      try sandbox.commitAll()
    },
  ]

  /// What needs a folder that belongs to somebody else, which nobody but root can give away.
  static let otherUsers = geteuid() == 0 ? [foreignRepository, servedRepository] : []

  private static let foreignRepository =
    Refusal(
      "bump Menu 1.0.0",
      when: "in a repository of another user",
      says: """
        error: repository path '<folder>/.git' is not owned by the current user
        help: if you trust it, 'git config --global --add safe.directory <folder>'

        """
    ) { sandbox in
      try sandbox.shell("chown 4242:4242 repository/.git")
    }

  private static let servedRepository =
    Refusal(
      "token create ci --read",
      when: "by root, in the repository of an account",
      says: """
        error: repository path '<folder>/.git' is not owned by the current user
        help: run it as its owner: 'runuser -u nobody -- COMMAND', or, if you trust it, 'git config --global --add safe.directory <folder>'

        """
    ) { sandbox in
      try sandbox.shell("chown nobody repository/.git")
    }
}
