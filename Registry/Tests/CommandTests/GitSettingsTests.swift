import ProgramTesting
import Testing

/// What git's own settings, and the forms that its repositories can have, make of the verbs.
struct GitSettingsTests {
  private let bump = ["bump", "Menu", "1.0.0", "--no-api-check", "--verify", "none"]

  @Test(arguments: ["GIT_DIR", "GIT_WORK_TREE"])
  func `bump refuses an environment that names another repository`(
    variable: String
  ) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.shell("git init -q other")
      let other = variable == "GIT_DIR" ? "other/.git" : "other"
      let run = try await sandbox.registry(
        bump,
        environment: [variable: "\(sandbox.folder)/\(other)"]
      )
      #expect(run.status == 1)
      #expect(run.error.hasPrefix("error: \(variable) is set to '"))
      #expect(try sandbox.git("tag") == "")
      let here = variable == "GIT_DIR" ? "/.git" : ""
      let own = try await sandbox.registry(
        bump,
        environment: [variable: sandbox.repository + here]
      )
      #expect(own.status == 0, "\(own.error)")
    }
  }

  @Test func `bump gives the group of a shared repository access to what it writes`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.git("config", "core.sharedRepository", "group")
      let modes = try sandbox.shell(
        """
        umask 022
        rmdir repository/.git/objects/pack
        registry \(bump.joined(separator: " ")) --directory repository --quiet > said
        cd repository/.git
        ls -ld objects/pack objects/pack/*.pack refs/tags/Menu registry.lock | cut -c5-7 \\
          | tr '\\n' ' '
        """
      )
      #expect(modes == "rwx r-- rwx rw- " || modes == "rws r-- rws rw- ")
    }
  }

  @Test func `bump takes the author from the configuration of one working tree`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.git("config", "extensions.worktreeConfig", "true")
      try sandbox.git("config", "core.repositoryFormatVersion", "1")
      try sandbox.git("config", "--worktree", "user.email", "here@example.com")
      let run = try await sandbox.registry(bump)
      #expect(run.status == 0, "\(run.error)")
      #expect(try sandbox.git("log", "-1", "--format=%ae") == "here@example.com")
    }
  }

  @Test(arguments: [0, 12])
  func `an index that was cut off says so, and what makes another one`(size: Int) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.shell("truncate --size \(size) repository/.git/index")
      let run = try await sandbox.registry("status")
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: 'git status' failed: \(sandbox.repository)/.git/index: index file smaller than expected
          help: create a new index with 'git read-tree HEAD'

          """
      )
      try sandbox.git("read-tree", "HEAD")
      #expect(try await sandbox.registry("status").status == 0)
    }
  }

  /// In two files, with folders in the place of the files that are left out, or without a checksum.
  @Test(arguments: ["split", "sparse", "skip-hash"])
  func `any format of the index is read and written`(format: String) async throws {
    try await Sandbox.with { sandbox in
      switch format {
      case "split":
        try sandbox.git("config", "core.splitIndex", "true")
        try sandbox.git("update-index", "--split-index")
      case "sparse": try sandbox.git("sparse-checkout", "set", "--sparse-index", "Registry")
      default:
        try sandbox.git("config", "index.skipHash", "true")
        // Older gits do not know the setting, but read what newer ones write.
        try sandbox.shell(
          "truncate --size -20 repository/.git/index && truncate --size +20 repository/.git/index"
        )
      }
      #expect(try await sandbox.registry("status").status == 0)
      let run = try await sandbox.registry(bump)
      #expect(run.status == 0, "\(run.error)")
      #expect(try sandbox.git("status", "--porcelain") == "")
      #expect(try await sandbox.registry("verify").status == 0)
      if format == "sparse" {
        #expect(try sandbox.git("ls-files", "--sparse").contains("Components/"))
      }
      try sandbox.git("fsck", "--strict")
    }
  }

  @Test func `a git that is too old is named`() async throws {
    try await Sandbox.with { sandbox in
      let old = "#!/bin/sh\n[ \"$1\" = version ] && echo git version 2.20.1 || exit 129\n"
      try sandbox.write(old, to: ".git/programs/git")
      try sandbox.shell("chmod +x repository/.git/programs/git")
      let run = try await sandbox.registry(
        ["status"],
        environment: ["PATH": "\(sandbox.repository)/.git/programs:/usr/bin:/bin"]
      )
      #expect(run.status == 1)
      #expect(
        run.error == "error: git 2.20 is too old\nhelp: install git 2.31 or later\n"
      )
    }
  }

  @Test func `a partial clone says what gets the rest`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry(bump)
      try sandbox.change("Menu")
      try sandbox.shell(
        """
        git -C repository config uploadpack.allowFilter true
        git clone -q --filter=blob:none --no-checkout "file://$PWD/repository" partial
        git -C partial sparse-checkout set Registry
        git -C partial checkout -q main 2>&1
        """
      )
      let directory = "\(sandbox.folder)/partial"
      for verb in [["archive", "Menu", "1.0.0"], ["diff", "Menu", "1.0.0"]] {
        let run = try await sandbox.registry(verb + ["--directory", directory])
        #expect(run.status == 1)
        #expect(
          run.error.contains("help: the clone is partial: 'git fetch --refetch --no-filter' gets")
        )
      }
      try sandbox.shell("git -C partial fetch -q --refetch --no-filter")
      let run = try await sandbox.registry("diff", "Menu", "1.0.0", "--directory", directory)
      #expect(run.status == 0, "\(run.error)")
    }
  }

  @Test(arguments: ["bump Menu 1.1.0", "release Menu"])
  func `bump and release refuse a component whose recorded release is missing`(command: String)
    async throws
  {
    try await Sandbox.with { sandbox in
      try await sandbox.registry(bump)
      try sandbox.git("rm", "-q", "Registry/releases/Menu.jsonl")
      try sandbox.change("Menu")
      let before = try sandbox.git("rev-parse", "HEAD")
      let arguments = command.split(separator: " ").map(String.init)
      let run = try await sandbox.registry(arguments + ["--no-api-check", "--verify", "none"])
      #expect(run.status == 1)
      #expect(run.error.contains("lists 'Menu' at 1.0.0, but that release is not recorded"))
      #expect(try sandbox.git("rev-parse", "HEAD") == before)
    }
  }
}
