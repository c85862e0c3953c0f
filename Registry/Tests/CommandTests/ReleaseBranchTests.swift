import Foundation
import ProgramTesting
import Testing

/// A release on a branch of its own, from the commit to the tags after the merge.
struct ReleaseBranchTests {
  /// Kitchen and Menu are released and pushed, and both have changed since.
  func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.shell(
        "git init -q --bare -b main origin.git && git -C origin.git config user.name Ada"
          + " && git -C origin.git config user.email ada@example.com"
      )
      try sandbox.git("remote", "add", "origin", "../origin.git")
      try await sandbox.registry("release")
      try sandbox.change("Kitchen", "feat: have pans")
      try sandbox.change("Menu", "feat: list soups")
      try sandbox.git("push", "-q", "-u", "--follow-tags", "origin", "main")
      try await body(sandbox)
    }
  }

  @discardableResult
  func propose(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    let run = try await sandbox.registry(["release"] + arguments)
    #expect(run.status == 0, "\(run.error)")
    return run
  }

  @Test func `the commit is on the branch, and nothing that is checked out changes`() async throws {
    try await with { sandbox in
      // What a person is in the middle of, in files that a release writes too.
      try sandbox.write("\n<!-- mine -->\n", to: "CHANGELOG.md")
      try sandbox.write("mine\n", to: "NOTES")
      try sandbox.git("add", "NOTES")
      let before = try sandbox.everything().filter { !$0.key.hasPrefix(".git/objects") }
      let tip = try sandbox.git("rev-parse", "HEAD")
      let run = try await propose(sandbox, "--branch", "release/menu", "Menu")
      #expect(
        run.output.scrubbed == """
          Menu 1.1.0 is on the branch 'release/menu', after 1.0.0
            commit  <short>

          """
      )
      #expect(
        run.error == """
          push it with 'git push origin release/menu' for a pull request; when that is merged, \
          'registry tags --push' makes the tags

          """
      )
      let after = try sandbox.everything()
      let added = Set(after.keys).subtracting(before.keys).filter { !$0.hasPrefix(".git/objects") }
      #expect(
        added.sorted() == [
          ".git/logs/refs/heads/release", ".git/logs/refs/heads/release/menu",
          ".git/refs/heads/release", ".git/refs/heads/release/menu",
        ]
      )
      #expect(before.filter { after[$0.key] != $0.value }.isEmpty)
      #expect(
        try sandbox.git("log", "--format=%P %s", "main..release/menu")
          == "\(tip) Release Menu 1.1.0"
      )
      #expect(try sandbox.git("tag", "--list") == "Kitchen/1.0.0\nMenu/1.0.0")
      try sandbox.git("fsck", "--strict", "--full", "--no-dangling")
    }
  }

  @Test func `a commit that is checked out, and a bare clone, do as well as a branch`() async throws
  {
    try await with { sandbox in
      try sandbox.git("switch", "-q", "--detach")
      try await propose(sandbox, "--branch", "one")
      let bump = try await sandbox.registry(
        "bump",
        "Menu",
        "2.0.0",
        "--branch",
        "two",
        "--directory",
        "../origin.git"
      )
      #expect(bump.status == 0, "\(bump.error)")
      let commit = try sandbox.shell("git -C origin.git log -1 --format=%an two 2>&1 || true")
      #expect(commit == "Ada")
      #expect(
        try sandbox.git("log", "-1", "--format=%s", "one") == "Release Kitchen 1.1.0 and Menu 1.1.0"
      )
    }
  }

  enum Merge: String, CaseIterable, Sendable {
    case merge, squash, rebase

    func script(_ branch: String) -> String {
      switch self {
      case .merge: "git merge -q --no-ff -m 'Merge \(branch)' \(branch)"
      case .squash: "git merge -q --squash \(branch) && git commit -q -m 'Squash \(branch)'"
      case .rebase:
        "git rebase -q main \(branch) && git switch -q main && git merge -q --ff-only \(branch)"
      }
    }
  }

  /// Both branches start at the same commit, and the main branch goes on meanwhile.
  @Test(arguments: Merge.allCases, ["", "Menu", "Kitchen"])
  func `two branches are merged in any way, and the tags follow`(
    way: Merge,
    changed: String
  ) async throws {
    try await with { sandbox in
      try await propose(sandbox, "--branch", "release-menu", "Menu")
      let second = try await propose(sandbox, "--branch", "release-kitchen", "Kitchen")
      #expect(!second.error.contains("note:"), "\(second.error)")
      if !changed.isEmpty { try sandbox.change(changed, "fix: go on meanwhile") }
      for branch in ["release-menu", "release-kitchen"] {
        try sandbox.shell("cd repository && \(way.script(branch))")
        // As in a clone of the main branch, which never had the branches.
        try sandbox.git("branch", "-q", "-D", branch)
        try sandbox.git("push", "-q", "origin", "main")
      }
      let run = try await sandbox.registry("tags", "--push")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output == """
          created Kitchen/1.1.0
          created Menu/1.1.0
          pushed Kitchen/1.1.0 to origin
          pushed Menu/1.1.0 to origin

          """
      )
      for name in ["Kitchen", "Menu"] {
        let tag = "\(name)/1.1.0"
        try sandbox.git("merge-base", "--is-ancestor", tag, "main")
        let record = try sandbox.git("show", "main:Registry/releases/\(name).jsonl")
        let tree = try sandbox.git("rev-parse", "\(tag):Components/\(name)")
        #expect(record.contains("\"tree\":\"\(tree)\",\"version\":\"1.1.0\""), "\(record)")
        let pushed = try sandbox.git("ls-remote", "origin", "refs/tags/\(tag)")
        #expect(pushed.hasPrefix(try sandbox.git("rev-parse", tag)))
        if changed != name {
          let file = try sandbox.git("show", "\(tag):Registry/releases/\(name).jsonl")
          #expect(file.contains("\"version\":\"1.1.0\""), "the tag is on the commit of the record")
        }
      }
      let again = try await sandbox.registry("tags", "--push")
      #expect(again.output == "no tag is missing here or in origin\n")
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 0, "\(verify.output)")
      let manifest = try sandbox.read("Registry/manifest.json")
      #expect(manifest.ranges(of: "\"version\": \"1.1.0\"").count == 2)
    }
  }

  @Test func `bump with '--branch' notes a conflict with another release branch`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll("Depend on the menu")
      try await sandbox.registry("release")
      try sandbox.change("Kitchen", "feat: have pans")
      // A backport changes other lines.
      try sandbox.git("switch", "-q", "-c", "old")
      try sandbox.git("remote", "add", "origin", "../origin.git")
      try sandbox.change("Menu", "fix: spell it")
      try await sandbox.registry("bump", "Menu", "1.0.1")
      try sandbox.git("switch", "-q", "main")
      try sandbox.change("Menu", "feat: list soups")
      try await sandbox.registry("bump", "Menu", "1.1.0")
      try sandbox.change("Menu", "feat!: drop the salt")
      try await sandbox.registry("bump", "Menu", "2.0.0", "--branch", "one")
      // Which was before the menu changed.
      try sandbox.git("switch", "-q", "-c", "earlier", "Menu/1.1.0")
      let run = try await sandbox.registry("bump", "Kitchen", "1.1.0", "--branch", "two", "--json")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.error == """
          note: the branch 'one' releases Menu 2.0.0, which Kitchen does not allow here (it requires \
          from 1.1.0): when that is merged, make this one again
          push it with 'git push origin two' for a pull request; when that is merged, 'registry tags \
          --push' makes the tags

          """
      )
      #expect(run.output.contains("\"kind\" : \"requirement\""))
      #expect(run.output.contains("\"outcome\" : \"proposed\""))
      try sandbox.git("switch", "-q", "main")
      let same = try await sandbox.registry("bump", "Menu", "2.0.0", "--branch", "three")
      #expect(
        same.error == """
          note: the branch 'one' releases Menu 2.0.0, too, and is not merged: only one of the two can \
          be, make the other one again
          note: the branch 'two' releases Kitchen 1.1.0, which requires Menu from 1.1.0, and not \
          2.0.0: when this is merged, make that one again
          push it with 'git push origin three' for a pull request; when that is merged, 'registry \
          tags --push' makes the tags

          """
      )
      let other = try await sandbox.registry("bump", "Menu", "3.0.0", "--branch", "three")
      #expect(
        other.error.contains("Menu 2.0.0, too, and is not merged: when one of the two is, make")
      )
    }
  }
}
