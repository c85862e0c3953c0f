import Foundation
import ProgramTesting
import Testing

#if os(Linux)
  /// A mirror is ended at its changes to files, and git's at theirs: what is pushed by then is right,
  /// and the next run does the rest.
  ///
  /// `make torture` takes every change; otherwise some of them stand for all.
  struct MirrorSweepTests {
    /// Two components with releases; one has an empty repository, and one has a repository that
    /// somebody else made.
    private func withRepositories(_ body: (Sandbox) async throws -> Void) async throws {
      try await Sandbox.with { sandbox in
        for name in ["Kitchen", "Menu"] {
          try await sandbox.registry("bump", name, "1.0.0")
          try sandbox.shell("git init -q --bare -b main server/\(name).git")
        }
        let tree = try sandbox.git("rev-parse", "HEAD:Components/Menu")
        let commit = try sandbox.git("commit-tree", tree, "-m", "By hand")
        try sandbox.git("push", "-q", "../server/Menu.git", "\(commit):refs/heads/main")
        try sandbox.change("Menu")
        try await sandbox.registry("bump", "Menu", "1.1.0")
        try sandbox.shell("mkdir before && cp -a repository server before")
        try await body(sandbox)
      }
    }

    private func references(_ sandbox: Sandbox) throws -> Set<Substring> {
      try Set(
        sandbox.shell(
          """
          for name in Kitchen Menu; do
            git --git-dir server/$name.git for-each-ref --format="$name %(objectname) %(refname)"
          done
          """
        ).split(separator: "\n")
      )
    }

    /// What is left of the run stands against no release that is made before the next one.
    @Test(arguments: [false, true])
    func `ended at any change, a withdrawal is completed by the next run`(
      _ isRemote: Bool
    ) async throws {
      try await withRepositories { sandbox in
        let place = "\(isRemote ? "file://" : "")\(sandbox.folder)/server"
        // Another machine's git goes on when this one's ends.
        let ended = sandbox.folder + (isRemote ? "/repository" : "")
        let arguments = ["mirror", place, "--base-url", "https://git.example.com"]
        #expect(try await sandbox.registry(arguments).status == 0)
        try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "cold")
        try sandbox.change("Kitchen")
        try await sandbox.registry("bump", "Kitchen", "1.1.0")
        try sandbox.shell("rm -rf before && mkdir before && cp -a repository server before")
        let counts = sandbox.folder + "-count"
        defer { try? FileManager.default.removeItem(atPath: counts) }
        let old = try references(sandbox)
        let run = try await sandbox.registry(
          arguments,
          killSwitch: .count(below: ended, into: counts)
        )
        #expect(run.status == 0, "\(run.error)")
        let new = try references(sandbox)
        #expect(!new.contains { $0.hasSuffix(" refs/tags/1.1.0") && $0.hasPrefix("Menu") })
        let count = try String(contentsOfFile: counts, encoding: .utf8)
        let changes = try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
        let step = Sweep.isTorture ? 1 : max(1, changes / 4)
        for change in stride(from: 1, through: changes, by: step) {
          try sandbox.shell("rm -rf repository server && cp -a before/repository before/server .")
          let killed = try await sandbox.registry(
            arguments,
            killSwitch: .kill(before: change, below: ended)
          )
          #expect(killed.status != 0)
          #expect(try references(sandbox).isSubset(of: old.union(new)), "change \(change)")
          let isReleasing = (change / step).isMultiple(of: 2)
          if isReleasing {
            try sandbox.change("Kitchen")
            #expect(try await sandbox.registry("bump", "Kitchen", "1.2.0").status == 0)
          }
          let again = try await sandbox.registry(arguments)
          #expect(again.status == 0, "change \(change): \(again.error)")
          let after = try references(sandbox)
          let tags = new.filter { !$0.hasSuffix("refs/heads/main") }
          #expect(isReleasing ? after.isSuperset(of: tags) : after == new, "change \(change)")
          #expect(try await sandbox.registry(arguments).output.contains("every release is there"))
        }
      }
    }

    @Test(arguments: [false, true])
    func `ended at any change, a mirror is completed by the next run`(_ isRemote: Bool) async throws
    {
      try await withRepositories { sandbox in
        let place = "\(isRemote ? "file://" : "")\(sandbox.folder)/server"
        // Another machine's git goes on when this one's ends.
        let ended = sandbox.folder + (isRemote ? "/repository" : "")
        let arguments = ["mirror", place, "--base-url", "https://git.example.com"]
        let counts = sandbox.folder + "-count"
        defer { try? FileManager.default.removeItem(atPath: counts) }
        let old = try references(sandbox)
        let run = try await sandbox.registry(
          arguments,
          killSwitch: .count(below: ended, into: counts)
        )
        #expect(run.status == 0, "\(run.error)")
        let new = try references(sandbox)
        #expect(new.count == 5)
        let count = try String(contentsOfFile: counts, encoding: .utf8)
        let changes = try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(changes > 20)
        let step = Sweep.isTorture ? 1 : changes / 4
        for change in stride(from: 1, through: changes, by: step) {
          try sandbox.shell("rm -rf repository server && cp -a before/repository before/server .")
          let killed = try await sandbox.registry(
            arguments,
            killSwitch: .kill(before: change, below: ended)
          )
          #expect(killed.status != 0)
          #expect(try references(sandbox).isSubset(of: old.union(new)), "change \(change)")
          // Some are gone on with by another clone: what this one recorded is lost.
          if (change / step).isMultiple(of: 2) {
            try sandbox.shell("rm -rf repository && cp -a before/repository .")
          }
          let again = try await sandbox.registry(arguments)
          #expect(again.status == 0, "change \(change): \(again.error)")
          #expect(try references(sandbox) == new, "change \(change)")
          try sandbox.shell(
            """
            for name in Kitchen Menu; do git --git-dir server/$name.git fsck --strict --full; done
            git -C repository fsck --strict --full --no-dangling
            test ! -e repository/.git/registry-mirror
            test -z "$(git -C repository status --porcelain)"
            """
          )
        }
      }
    }
  }
#endif
