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

      /// Whether the short form looks at it closely.
      var isMain: Bool { testDescription == "bump" }
    }

    private static let isTorture = ProcessInfo.processInfo.environment["TORTURE"] == "1"

    /// What of a repository tells the old state from the new one.
    private struct State: Equatable {
      let tags: String
      let status: String
      let files: [String]

      init(of sandbox: Sandbox) throws {
        tags = try sandbox.git("tag", "--list")
        status = try sandbox.git("status", "--porcelain=v2", "--untracked-files=all")
        // Without the times, which differ from run to run; the commits have them too.
        files = ["manifest.json", "releases/Menu.jsonl", "../CHANGELOG.md", "../.gitattributes"]
          .map { (try? sandbox.read("Registry/\($0)").scrubbed) ?? "none" }
      }
    }

    /// A verb that is about to run, with the states before and after it.
    private struct Case {
      let verb: Verb
      let old: State
      let new: State
      let oldTip: String
      /// How many changes to files the verb makes, give or take a few that depend on object names.
      let changes: Int

      func steps(_ short: Int) -> [Int] {
        if KillSweepTests.isTorture || changes <= short { return Array(1...changes) }
        return (0..<short).map { 1 + $0 * (changes - 1) / (short - 1) }
      }
    }

    private func with(
      _ verb: Verb,
      _ body: (Sandbox, Case) async throws -> Void
    ) async throws {
      try await Sandbox.with { sandbox in
        try await verb.prepare(sandbox)
        let old = try State(of: sandbox)
        let oldTip = try sandbox.git("rev-parse", "HEAD")
        let counts = sandbox.folder + "/count"
        try sandbox.save("before")
        let run = try await sandbox.registry(
          verb.arguments,
          killSwitch: .count(below: sandbox.repository, into: counts)
        )
        #expect(run.status == 0, "\(run.error)")
        let new = try State(of: sandbox)
        let count = try String(contentsOfFile: counts, encoding: .utf8)
        let changes = try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(changes > 20)
        #expect(old != new)
        let measured = Case(verb: verb, old: old, new: new, oldTip: oldTip, changes: changes)
        try await body(sandbox, measured)
      }
    }

    /// Holds what an interrupted run and the next command left against both states.
    private func check(_ sandbox: Sandbox, _ test: Case, _ place: String) async throws {
      // Any command at all puts things right.
      let next = try await sandbox.registry("verify")
      #expect(next.status == 0 && next.error == "", "\(place): \(next.error)")
      #expect(!next.output.contains("note:"), "\(place): \(next.output)")
      try sandbox.git("fsck", "--strict", "--full", "--no-dangling")
      let state = try State(of: sandbox)
      let comment: Comment = "\(place): \(state)"
      #expect(state == test.old || state == test.new, comment)
      let tip = try sandbox.git("rev-parse", "HEAD")
      #expect((tip == test.oldTip) == (state == test.old), comment)
      let changed = try sandbox.git("diff", "--name-only", test.oldTip, "HEAD")
      let files = changed.split(separator: "\n").map(String.init)
      #expect(Set(files).isSubset(of: test.verb.files), comment)
      let rest = try FileManager.default.contentsOfDirectory(atPath: sandbox.repository + "/.git")
      #expect(rest.filter { $0.hasSuffix(".lock") && $0 != "registry.lock" } == [], comment)

      let again = try await sandbox.registry(test.verb.arguments)
      // What was taken back cannot be taken back again.
      if !test.verb.arguments.contains("undo") || state == test.old {
        #expect(again.status == 0, "\(place): \(again.error)")
      }
      #expect(try State(of: sandbox) == test.new, comment)
      #expect(try sandbox.recordCount("Menu", "1.1.0") <= 1, comment)
      #expect(try sandbox.recordCount("Menu", "1.0.0") <= 1, comment)
    }

    @Test(arguments: Verb.all)
    func `killed before any change, a verb leaves the old state or the new one`(
      _ verb: Verb
    ) async throws {
      try await with(verb) { sandbox, test in
        for change in test.steps(verb.isMain ? 25 : 6) {
          try sandbox.restore("before")
          try await sandbox.registry(
            verb.arguments,
            killSwitch: .kill(
              before: change,
              below: sandbox.repository,
              tearing: change.isMultiple(of: 2)
            )
          )
          try await check(sandbox, test, "change \(change) of \(test.changes)")
        }
      }
    }

    @Test(arguments: Verb.all)
    func `killed again during the repair, it leaves no more than that`(_ verb: Verb) async throws {
      try await with(verb) { sandbox, test in
        for change in test.steps(verb.isMain ? 5 : 2) {
          try sandbox.restore("before")
          try await sandbox.registry(
            verb.arguments,
            killSwitch: .kill(before: change, below: sandbox.repository)
          )
          try sandbox.save("broken")
          var repair = 1
          while true {
            try sandbox.restore("broken")
            let run = try await sandbox.registry(
              "status",
              killSwitch: .kill(before: repair, below: sandbox.repository)
            )
            if run.signal == nil { break }
            let place = "change \(change) of \(test.changes), \(repair) of the repair"
            try await check(sandbox, test, place)
            repair += Self.isTorture ? 1 : 7
          }
        }
      }
    }

    @Test(arguments: Verb.all)
    func `with a full disk a verb says so and leaves the old state or the new one`(
      _ verb: Verb
    ) async throws {
      try await with(verb) { sandbox, test in
        for change in test.steps(verb.isMain ? 12 : 3) {
          try sandbox.restore("before")
          let run = try await sandbox.registry(
            verb.arguments,
            killSwitch: .fail(ENOSPC, from: change, below: sandbox.repository)
          )
          let place = "change \(change) of \(test.changes): \(run.error)"
          #expect(run.signal == nil, "\(place)")
          if run.status != 0 {
            #expect(run.status == 1, "\(place)")
            #expect(run.error.lowercased().contains("no space left on device"), "\(place)")
          }
          try await check(sandbox, test, place)
        }
      }
    }
  }
#endif
