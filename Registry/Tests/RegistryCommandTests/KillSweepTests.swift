import Foundation
import ProgramTesting
import Testing

#if os(Linux)
  /// Each writing verb is killed before each of its changes to a file, and must leave the old state
  /// or the new one.
  ///
  /// `TORTURE=1` takes every change; otherwise some two dozen of them stand for all.
  @Suite(.serialized)
  struct KillSweepTests {
    struct Verb: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let arguments: [String]
      /// The files that the verb may change.
      let files: Set<String>
      let prepare: @Sendable (Sandbox) async throws -> Void

      static let bump = Verb(
        testDescription: "bump",
        arguments: ["bump", "Menu", "1.1.0"],
        files: ["CHANGELOG.md", "Registry/manifest.json", "Registry/releases/Menu.jsonl"]
      ) { sandbox in
        try await sandbox.registry("bump", "Kitchen", "1.0.0")
        try await sandbox.registry("bump", "Menu", "1.0.0")
        try sandbox.change("Menu", "feat: list drinks")
      }

      static let firstBump = Verb(
        testDescription: "first bump",
        arguments: ["bump", "Menu", "1.0.0"],
        files: [
          ".gitattributes", "CHANGELOG.md", "Registry/manifest.json",
          "Registry/releases/Menu.jsonl",
        ]
      ) { _ in }

      static let yank = Verb(
        testDescription: "yank",
        arguments: ["yank", "Menu", "1.0.0", "--reason", "cold"],
        files: ["CHANGELOG.md", "Registry/releases/Menu.jsonl"]
      ) { sandbox in
        try await sandbox.registry("bump", "Menu", "1.0.0")
      }

      static let undo = Verb(
        testDescription: "undo",
        arguments: ["undo", "Menu", "1.1.0"],
        files: bump.files
      ) { sandbox in
        try await bump.prepare(sandbox)
        try await sandbox.registry("bump", "Menu", "1.1.0")
      }

      static let all = [bump, firstBump, yank, undo]
    }

    private static let isTorture = ProcessInfo.processInfo.environment["TORTURE"] == "1"

    /// What of a repository tells the old state from the new one.
    private struct State: Equatable {
      let tree: String
      let tags: String
      let status: String

      init(of sandbox: Sandbox) throws {
        // Not the commit, which has the time in it.
        tree =
          try sandbox.git("ls-tree", "-r", "--name-only", "HEAD")
          + sandbox.git("show", "--format=", "-s", "HEAD")
          + sandbox.read("Registry/manifest.json") + sandbox.read("CHANGELOG.md").scrubbed
          + sandbox.log.scrubbed
        tags = try sandbox.git("tag", "--list")
        status = try sandbox.git("status", "--porcelain=v2", "--untracked-files=all")
      }
    }

    /// Runs the verb to its end on a copy, and returns how many changes that took and the state
    /// that it leaves.
    private func measure(_ verb: Verb, _ origin: Sandbox) async throws -> (Int, State) {
      try await origin.withCopy { sandbox in
        let counts = sandbox.folder + "/count"
        let run = try await sandbox.registry(
          verb.arguments,
          killSwitch: .count(below: sandbox.repository, into: counts)
        )
        #expect(run.status == 0, "\(run.error)")
        let count = try String(contentsOfFile: counts, encoding: .utf8)
        let changes = try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
        return (changes, try State(of: sandbox))
      }
    }

    private func steps(_ count: Int, short: Int = 25) -> [Int] {
      if Self.isTorture || count <= short { return Array(1...count) }
      return Array(Set((0..<short).map { 1 + $0 * (count - 1) / (short - 1) })).sorted()
    }

    /// Holds what an interrupted run and the next command left against both states.
    private func check(
      _ sandbox: Sandbox,
      _ verb: Verb,
      old: State,
      new: State,
      oldTip: String,
      _ place: Comment
    ) async throws {
      // Any command at all puts things right.
      let next = try await sandbox.registry("status")
      #expect(next.status == 0 && next.error == "", "\(place): \(next.error)")
      try sandbox.git("fsck", "--strict", "--full", "--no-dangling")
      let state = try State(of: sandbox)
      #expect(state == old || state == new, place)
      let tip = try sandbox.git("rev-parse", "HEAD")
      #expect((tip == oldTip) == (state == old), place)
      let changed = try sandbox.git("diff", "--name-only", oldTip, "HEAD").split(separator: "\n")
      #expect(Set(changed.map(String.init)).isSubset(of: verb.files), place)
      let verification = try await sandbox.registry("verify")
      #expect(verification.status == 0, "\(place): \(verification.output)")
      #expect(!verification.output.contains("note:"), "\(place): \(verification.output)")

      let again = try await sandbox.registry(verb.arguments)
      if verb.arguments[0] != "undo" || state == old {
        #expect(again.status == 0, "\(place): \(again.error)")
      }
      #expect(try State(of: sandbox) == new, place)
      #expect(try sandbox.recordCount("Menu", "1.1.0") <= 1, place)
      #expect(try sandbox.recordCount("Menu", "1.0.0") <= 1, place)
      let rest = try FileManager.default.contentsOfDirectory(atPath: sandbox.repository + "/.git")
      #expect(!rest.contains { $0.hasSuffix(".lock") && $0 != "registry.lock" }, place)
    }

    @Test(arguments: Verb.all)
    func `killed before any change, a verb leaves the old state or the new one`(
      _ verb: Verb
    ) async throws {
      try await Sandbox.with { origin in
        try await verb.prepare(origin)
        let old = try State(of: origin)
        let oldTip = try origin.git("rev-parse", "HEAD")
        let (count, new) = try await measure(verb, origin)
        #expect(count > 20)
        #expect(old != new)
        for change in steps(count) {
          try await origin.withCopy { sandbox in
            let run = try await sandbox.registry(
              verb.arguments,
              killSwitch: .kill(
                before: change,
                below: sandbox.repository,
                tearing: change.isMultiple(of: 2)
              )
            )
            #expect(run.signal == 9, "change \(change) of \(count)")
            try await check(
              sandbox,
              verb,
              old: old,
              new: new,
              oldTip: oldTip,
              "change \(change) of \(count)"
            )
          }
        }
      }
    }

    @Test(arguments: Verb.all)
    func `killed again during the repair, it leaves no more than that`(_ verb: Verb) async throws {
      try await Sandbox.with { origin in
        try await verb.prepare(origin)
        let old = try State(of: origin)
        let oldTip = try origin.git("rev-parse", "HEAD")
        let (count, new) = try await measure(verb, origin)
        for change in steps(count, short: 6) {
          try await origin.withCopy { broken in
            try await broken.registry(
              verb.arguments,
              killSwitch: .kill(before: change, below: broken.repository)
            )
            var repair = 1
            var isKilled = true
            while isKilled {
              isKilled = try await broken.withCopy { sandbox in
                let run = try await sandbox.registry(
                  "status",
                  killSwitch: .kill(before: repair, below: sandbox.repository)
                )
                guard run.signal == 9 else { return false }
                try await check(
                  sandbox,
                  verb,
                  old: old,
                  new: new,
                  oldTip: oldTip,
                  "change \(change) of \(count), change \(repair) of the repair"
                )
                return true
              }
              repair += Self.isTorture ? 1 : 4
            }
          }
        }
      }
    }

    @Test(arguments: Verb.all)
    func `with a full disk a verb says so and leaves the old state or the new one`(
      _ verb: Verb
    ) async throws {
      try await Sandbox.with { origin in
        try await verb.prepare(origin)
        let old = try State(of: origin)
        let oldTip = try origin.git("rev-parse", "HEAD")
        let (count, new) = try await measure(verb, origin)
        for change in steps(count, short: 12) {
          try await origin.withCopy { sandbox in
            let run = try await sandbox.registry(
              verb.arguments,
              killSwitch: .fail(ENOSPC, from: change, below: sandbox.repository)
            )
            let place: Comment = "change \(change) of \(count): \(run.error)"
            #expect(run.signal == nil, place)
            if run.status != 0 {
              #expect(run.status == 1, place)
              #expect(run.error.lowercased().contains("no space left on device"), place)
            }
            try await check(sandbox, verb, old: old, new: new, oldTip: oldTip, place)
          }
        }
      }
    }
  }

  extension Sandbox {
    /// The log of `Menu` as it is in the working tree.
    fileprivate var log: String {
      (try? read("Registry/releases/Menu.jsonl")) ?? ""
    }
  }
#endif
