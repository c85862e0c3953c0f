import Foundation
import ProgramTesting
import Testing

/// What is said when a repository that existed is gone on from.
struct MirrorRecordTests {
  /// Lends a repository with a release of `Menu`, whose repository has a commit already.
  private func withRepository(_ body: (Sandbox, String) async throws -> Void) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.shell("git init -q --bare -b main server/Menu.git")
      let tree = try sandbox.git("rev-parse", "HEAD:Components/Menu")
      let commit = try sandbox.git("commit-tree", tree, "-m", "By hand")
      try sandbox.git("push", "-q", "../server/Menu.git", "\(commit):refs/heads/main")
      try await body(sandbox, commit)
    }
  }

  private func mirror(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(["mirror", "file://\(sandbox.folder)/server"] + arguments)
  }

  @Test func `on a branch, the commit that records it is to be pushed`() async throws {
    try await withRepository { sandbox, commit in
      let run = try await mirror(sandbox)
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output == """
          COMPONENT  NEW    WITHDRAWN
          Menu       1.0.0  –
          file://\(sandbox.folder)/server has 1 repository with every release
          Menu continues from \(commit.prefix(12))
          the newest commit of this branch records this: push it

          """
      )
    }
  }

  @Test func `with a detached HEAD, it is said how it comes to be recorded`() async throws {
    try await withRepository { sandbox, commit in
      try sandbox.git("switch", "-q", "--detach")
      let run = try await mirror(sandbox)
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output == """
          COMPONENT  NEW    WITHDRAWN
          Menu       1.0.0  –
          file://\(sandbox.folder)/server has 1 repository with every release
          Menu continues from \(commit.prefix(12))
          HEAD is detached, so no commit records this: run the command on a branch once, and push \
          the commit that it makes

          """
      )
      let json = try await mirror(sandbox, "--json")
      #expect(json.output.contains("\"recorded\" : false"), "\(json.output)")
      try sandbox.git("switch", "-q", "main")
      let recorded = try await mirror(sandbox, "--json")
      #expect(recorded.output.contains("\"recorded\" : true"), "\(recorded.output)")
    }
  }

  @Test func `a tag whose dependencies are paths is not the release that clients need`()
    async throws
  {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll()
      try await sandbox.registry("release", "--verify", "none", "--no-api-check")
      let server = sandbox.folder + "/server"
      var tips: [String] = []
      for name in ["Kitchen", "Menu"] {
        let tree = try sandbox.git("rev-parse", "HEAD:Components/\(name)")
        let commit = try sandbox.git("commit-tree", tree, "-m", "By hand")
        try sandbox.git("init", "-q", "--bare", "-b", "main", "\(server)/\(name).git")
        try sandbox.git(
          "push",
          "-q",
          "\(server)/\(name).git",
          "\(commit):refs/heads/main",
          "\(commit):refs/tags/1.0.0",
          "\(commit):refs/tags/0.9.0"
        )
        tips.append(String(commit.prefix(12)))
      }
      let words = ["Kitchen 1.0.0 with other files or dependencies"]
      let found = "file://\(server) has 1 of 2 repositories with every release, \(words[0])\n"
      let run = try await mirror(sandbox)
      #expect(run.status == 1)
      #expect(
        run.output == found + """
          Kitchen continues from \(tips[0]), beside 0.9.0
          Menu continues from \(tips[1]), with its tags 1.0.0, beside 0.9.0
          the newest commit of this branch records this: push it

          """
      )
      let error = """
        error: the repository of 'Kitchen' has other files or dependencies in 1.0.0 than the release
        help: its tags are never moved: release a newer version for its clients

        """
      #expect(run.error.hasSuffix(error), "\(run.error)")
      // As long as clients of the newest release get them.
      let again = try await mirror(sandbox)
      #expect(again.status == 1 && again.output == found && again.error.hasSuffix(error))
      let json = try await mirror(sandbox, "--json")
      #expect(json.status == 1 && json.output.contains(#""outcome" : "failed""#))
      let stove = "Components/Kitchen/Sources/Kitchen/Stove.swift"
      try sandbox.write("public let stove = 1\n", to: stove)
      try sandbox.commitAll("feat: add a stove")
      try await sandbox.registry("bump", "Kitchen", "1.1.0", "--verify", "none", "--no-api-check")
      let newer = try await mirror(sandbox)
      #expect(newer.status == 0, "\(newer.error)")
      let last = "file://\(server) has 2 repositories with every release, \(words[0])\n"
      #expect(newer.output.hasSuffix(last), "\(newer.output)")
      let still = try await mirror(sandbox)
      #expect(still.status == 0)
      #expect(
        still.output
          == "2 repositories in file://\(server): every release is there, \(words[0])\n"
      )
    }
  }

  /// What is killed for its silence must not be told to keep silent.
  @Test func `a slow fetch says how far it is`() async throws {
    try await withRepository { sandbox, _ in
      try sandbox.write(
        "#!/bin/sh\necho \"$@\" >> '\(sandbox.folder)/arguments'\nexec /usr/bin/git \"$@\"\n",
        to: "../bin/git"
      )
      try sandbox.shell("chmod +x bin/git")
      let run = try await sandbox.registry(
        ["mirror", "file://\(sandbox.folder)/server"],
        environment: ["PATH": "\(sandbox.folder)/bin:/usr/bin:/bin"]
      )
      #expect(run.status == 0, "\(run.error)")
      let fetches = try sandbox.shell(
        "grep -c ' fetch ' arguments; grep -c ' fetch --progress ' arguments"
      )
      let counts = fetches.split(separator: "\n")
      #expect(counts.count == 2 && counts[0] == counts[1] && counts[0] != "0", "\(fetches)")
    }
  }
}
