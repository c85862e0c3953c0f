import ProgramTesting
import Testing

/// The branch exists already.
extension ReleaseBranchTests {
  @Test func `a branch is made anew from the new tip, and stays where nothing changed`()
    async throws
  {
    try await with { sandbox in
      try await propose(sandbox, "--branch", "next")
      let first = try sandbox.git("rev-parse", "next")
      let same = try await propose(sandbox, "--branch", "next")
      #expect(same.output.hasSuffix("the branch has these releases already\n"))
      #expect(same.error == "")
      #expect(try sandbox.git("rev-parse", "next") == first)

      // A clone that knows the branch of the remote alone makes the same commit.
      try sandbox.git("push", "-q", "origin", "next")
      try sandbox.git("branch", "-q", "-D", "next")
      try await propose(sandbox, "--branch", "next")
      #expect(try sandbox.git("rev-parse", "next") == first)

      try sandbox.change("Menu", "feat!: drop the salt")
      let run = try await propose(sandbox, "--branch", "next")
      #expect(
        run.output.hasPrefix("Kitchen 1.1.0 is on the branch 'next', after 1.0.0\nMenu 2.0.0 ")
      )
      #expect(run.error.contains("'git push --force-with-lease origin next'"))
      #expect(try sandbox.git("rev-list", "--count", "main..next") == "1")
      #expect(try sandbox.git("rev-parse", "next^") == sandbox.git("rev-parse", "main"))
    }
  }

  /// Each leaves something on the branch that no release made.
  @Test(arguments: [
    "git commit -q --allow-empty -m 'Say more'",
    // Within the second in which it was made.
    "echo more >> CHANGELOG.md && GIT_COMMITTER_DATE=$(git log -1 --format=%ad --date=raw)"
      + " git commit -q -a --amend --no-edit",
    "git rebase -q --force-rebase --committer-date-is-author-date HEAD^",
    "git commit -q --amend --no-edit --reset-author --date=2020-01-01",
    "git merge -q --no-ff -m 'Update the branch' main~0 feature",
    "git commit -q --allow-empty -m 'Say more' && git push -q origin next && git reset -q --hard HEAD^",
  ])
  func `commits of people are not left behind`(script: String) async throws {
    try await with { sandbox in
      try sandbox.shell(
        "cd repository && git switch -q -c feature && git commit -q --allow-empty -m Idea"
          + " && git switch -q main"
      )
      try await propose(sandbox, "--branch", "next")
      try sandbox.shell("cd repository && git switch -q next && \(script) && git switch -q main")
      let tips = try sandbox.git("for-each-ref")
      try sandbox.change("Menu")
      let run = try await sandbox.registry("release", "--branch", "next")
      #expect(run.status == 1)
      #expect(
        run.error.contains("has commits that are not merged and that no release made: '"),
        "\(run.error)"
      )
      #expect(try sandbox.git("rev-parse", "next") == tips.commit(of: "refs/heads/next"))
      try await propose(sandbox, "--branch", "next", "--replace")
      #expect(try sandbox.git("rev-list", "--count", "main..next") == "1")
    }
  }

  @Test func `a branch that is merged is made anew, and one that is checked out is refused`()
    async throws
  {
    try await with { sandbox in
      try await propose(sandbox, "--branch", "next", "Menu")
      try sandbox.git("merge", "-q", "--squash", "next")
      try sandbox.commitAll("Release")
      try await propose(sandbox, "--branch", "next")
      #expect(try sandbox.git("log", "-1", "--format=%s", "next") == "Release Kitchen 1.1.0")
      let own = try await sandbox.registry("release", "--branch", "main", "--replace")
      #expect(own.status == 1)
      #expect(own.error.hasPrefix("error: the branch 'main' is checked out in '"))
      try sandbox.git("worktree", "add", "-q", "../other", "next")
      let other = try await sandbox.registry("release", "--branch", "next")
      #expect(other.error.hasPrefix("error: the branch 'next' is checked out in '"))
      #expect(other.error.contains("/other'"))
      for name in ["next/more", "a..b", "-x"] {
        let run = try await sandbox.registry(["release", "--branch=\(name)"])
        #expect(run.status == 1, "\(name)")
      }
    }
  }
}

extension String {
  /// Of a line of `git for-each-ref`.
  fileprivate func commit(of reference: String) -> String? {
    split(separator: "\n").first { $0.hasSuffix("\t\(reference)") }
      .flatMap { $0.split(separator: " ").first.map(String.init) }
  }
}
