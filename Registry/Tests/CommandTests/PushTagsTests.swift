import ProgramTesting
import Testing

/// How `registry tags --push` deals with its remote.
struct PushTagsTests {
  /// Kitchen and Menu are released, and the remote has the branch and none of the tags.
  private func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.shell("git init -q --bare origin.git")
      try sandbox.git("remote", "add", "origin", "../origin.git")
      try await sandbox.registry("release")
      try sandbox.git("push", "-q", "-u", "origin", "main")
      try await body(sandbox)
    }
  }

  /// The hook `update` refuses one tag, `pre-receive` the whole push with it.
  @Test(arguments: [
    ("update", "case \"$1\" in *Kitchen*) echo no >&2; exit 1 ;; esac", "hook declined: no"),
    (
      "pre-receive",
      "while read old new name; do case \"$name\" in *Kitchen*) exit 1 ;; esac; done",
      "pre-receive hook declined"
    ),
  ])
  func `a tag that is refused keeps no other from being pushed`(
    hook: String,
    script: String,
    reason: String
  ) async throws {
    try await with { sandbox in
      try sandbox.shell(
        """
        cat > origin.git/hooks/\(hook) <<'END'
        #!/bin/sh
        \(script)
        END
        chmod +x origin.git/hooks/\(hook)
        """
      )
      let run = try await sandbox.registry("tags", "--push")
      #expect(run.status == 1)
      #expect(
        run.output == """
          pushed Menu/1.0.0 to origin
          Kitchen/1.0.0 is refused: \(reason)

          """
      )
      #expect(
        run.error == """
          error: 'origin' did not take a tag: 'Kitchen/1.0.0'
          help: see the reason above; the next 'registry tags --push' pushes what is missing

          """
      )
      try sandbox.shell("rm origin.git/hooks/\(hook)")
      let again = try await sandbox.registry("tags", "--push")
      #expect(again.status == 0)
      #expect(again.output == "pushed Kitchen/1.0.0 to origin\n")
    }
  }

  /// As a job of a CI service gets it after a release branch was merged as a squash.
  @Test func `a shallow clone makes all tags of its history, or says what it lacks`() async throws {
    try await with { sandbox in
      try sandbox.change("Menu", "fix: one")
      try await sandbox.registry("release", "--branch", "pr", "Menu=1.0.1")
      try sandbox.git("merge", "-q", "--squash", "pr")
      try sandbox.git("commit", "-q", "-m", "Release")
      try sandbox.git("push", "-q", "origin", "main", "Kitchen/1.0.0")
      try sandbox.shell(
        "rm -rf repository && git clone -q -b main --depth 1 file://$PWD/origin.git repository"
      )
      let run = try await sandbox.registry("tags", "--push")
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: cannot create 'Menu/1.0.0' and 1 other tag: the clone is shallow, so the commits of the releases are unknown
          help: fetch the whole history with 'git fetch --unshallow', then run the command again

          """
      )
      try sandbox.git("fetch", "-q", "--unshallow")
      let again = try await sandbox.registry("tags", "--push")
      #expect(again.status == 0, "\(again.error)")
      #expect(
        again.output == """
          created Menu/1.0.0
          created Menu/1.0.1
          pushed Menu/1.0.0 to origin
          pushed Menu/1.0.1 to origin

          """
      )
    }
  }

  @Test func `a tag that the remote has elsewhere is refused, and none is moved`() async throws {
    try await with { sandbox in
      try sandbox.git("push", "-q", "origin", "main~1:refs/tags/Menu/1.0.0")
      let run = try await sandbox.registry("tags", "Menu", "--push")
      #expect(run.status == 1)
      #expect(
        run.output.scrubbed
          == "Menu/1.0.0 is refused: it has this tag as '<short>', expected '<short>'\n"
      )
    }
  }

  @Test func `a dry run shows what it would push, and a remote can be named`() async throws {
    try await with { sandbox in
      try sandbox.git("tag", "-d", "Menu/1.0.0")
      let dry = try await sandbox.registry("tags", "--push", "--dry-run")
      #expect(
        dry.output == """
          tag Menu/1.0.0
          would be pushed Kitchen/1.0.0 to origin
          would be pushed Menu/1.0.0 to origin

          """
      )
      #expect(try sandbox.git("ls-remote", "--tags", "origin") == "")
      try sandbox.shell("git init -q --bare other.git")
      try sandbox.git(
        "config",
        "url.../other.git.insteadOf",
        "https://ada@example.com/other.git"
      )
      let run = try await sandbox.registry(
        "tags",
        "Menu",
        "--push",
        "--remote",
        "https://ada:secret@example.com/other.git",
        "--json"
      )
      #expect(
        run.output == """
          {
            "outcome" : "done",
            "pushed" : [
              "Menu/1.0.0"
            ],
            "refused" : [

            ],
            "remote" : "https://ada@example.com/other.git",
            "tags" : [
              "Menu/1.0.0"
            ],
            "unavailable" : [

            ]
          }

          """
      )
      let away = try await sandbox.registry(
        "tags",
        "--push",
        "--remote",
        "https://ada:secret@localhost:1/x"
      )
      #expect(away.status == 1)
      #expect(away.error.hasPrefix("error: cannot reach 'https://ada@localhost:1/x': "))
      #expect(!away.error.contains("secret"))
      try sandbox.git("remote", "remove", "origin")
      let none = try await sandbox.registry("tags", "--push")
      #expect(
        none.error == """
          error: the repository has no remote to push tags to
          help: name it with '--remote'

          """
      )
    }
  }
}
