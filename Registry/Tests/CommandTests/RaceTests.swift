import ProgramTesting
import SeededNumbers
import Synchronization
import Testing

/// Several processes of the program at once, some of which are killed.
struct RaceTests {
  /// So many processes at a time, and what they are to release.
  struct Field: Sendable, CustomTestStringConvertible {
    let processes: Int
    let components: Int
    var testDescription: String { "\(processes) processes" }

    /// The whole is more than a thousand releases.
    static let all =
      Sweep.isTorture
      ? [2, 4, 8, 16].map { Field(processes: $0, components: 260) }
      : [Field(processes: 4, components: 16)]
  }

  /// The components in the order in which they are taken, each of them by two processes.
  private final class Queue: Sendable {
    private let names: [String]
    private let state: Mutex<(next: Int, generator: SplitMix)>

    init(_ names: [String], seed: UInt64) {
      self.names = names.flatMap { [$0, $0] }
      state = Mutex((0, SplitMix(seed: seed)))
    }

    /// The next component, and the change before which its first attempt is killed.
    func take() -> (name: String, kill: Int?)? {
      state.withLock { state in
        guard state.next < names.count else { return nil }
        defer { state.next += 1 }
        let isKilled = Int.random(in: 0..<4, using: &state.generator) == 0
        let change = Int.random(in: 1...120, using: &state.generator)
        return (names[state.next], isKilled ? change : nil)
      }
    }
  }

  @Test(arguments: Field.all)
  func `every release is made once, whoever is killed`(_ field: Field) async throws {
    let names = (100..<100 + field.components).map { "Part\($0)" }
    try await Sandbox.with(names) { sandbox in
      let queue = Queue(names, seed: 20_261_121)
      let outcome = try await withThrowingTaskGroup(of: Outcome.self) { group in
        for _ in 0..<field.processes {
          group.addTask { try await release(from: queue, in: sandbox) }
        }
        return try await group.reduce(into: Outcome()) { sum, outcome in
          sum.lines += outcome.lines
          sum.kills += outcome.kills
        }
      }
      if Sweep.isTorture {
        let bumps = "\(outcome.lines.count) bumps to \(names.count) versions"
        print("torture: \(field.testDescription), \(bumps), \(outcome.kills) killed and repeated")
      }
      // Nobody was told twice that it was just made; a killed process may have made it in silence.
      let released = outcome.lines.filter { $0.contains(" is released, ") }
      #expect(Set(released).count == released.count)
      #expect(released.count <= names.count)
      for name in names { #expect(try sandbox.recordCount(name, "1.0.0") == 1, "\(name)") }
      let changelog = try sandbox.read("CHANGELOG.md").split(separator: "\n")
      for name in names {
        #expect(changelog.count { $0.hasPrefix("### \(name) 1.0.0 ") } == 1, "\(name)")
      }
      #expect(try sandbox.git("rev-list", "--count", "HEAD") == "\(names.count + 1)")
      #expect(try sandbox.git("tag", "--list").split(separator: "\n").count == names.count)
      #expect(try sandbox.git("status", "--porcelain") == "")
      try sandbox.git("fsck", "--strict", "--full", "--no-dangling")
      let count = field.components
      let verification = try await sandbox.registry("verify")
      #expect(
        verification.output.withoutUncheckedNotes
          == "verified \(count) components, \(count) releases and \(count) tags: no faults\n"
      )
    }
  }

  /// What one of the field has done.
  private struct Outcome {
    /// The first line of each success.
    var lines: [String] = []
    /// How many of its processes were killed.
    var kills = 0
  }

  /// Works until nothing is left to take.
  private func release(
    from queue: Queue,
    in sandbox: Sandbox
  ) async throws -> Outcome {
    var outcome = Outcome()
    while let (name, kill) = queue.take() {
      let killSwitch = kill.map { KillSwitch.kill(before: $0, below: sandbox.repository) }
      var run = try await sandbox.registry("bump", name, "1.0.0", killSwitch: killSwitch)
      if run.signal != nil {
        outcome.kills += 1
        run = try await sandbox.registry("bump", name, "1.0.0")
      }
      #expect(run.status == 0, "\(name): \(run.error)")
      outcome.lines.append(run.output.split(separator: "\n").first.map(String.init) ?? "")
    }
    return outcome
  }

  /// What moves the branch during the releases.
  enum Commits: String, Sendable {
    /// Git's own commands, one after the other, until all writers are done.
    case commands
    /// Updates of the branch's reference alone, more than a writer has attempts.
    case references

    /// The races that are tested.
    ///
    /// A race with commands takes long on a loaded machine, so that it runs in the long form only;
    /// MovingBranchTests commits at each step of a release.
    static let all: [Commits] = Sweep.isTorture ? [.commands, .references] : [.references]

    /// How many release beside it at a time.
    ///
    /// A writer waits at most a minute for the others. On a busy machine, sixteen of them beside a git
    /// that takes its locks in a tight loop need longer than that.
    var writers: Int {
      switch self {
      case .commands: 4
      case .references: 16
      }
    }

    /// The script that makes them, which ends at the latest when there is a file `done`.
    var script: String {
      let git = "git -c user.name=Ada -c user.email=ada@example.com"
      return switch self {
      case .commands:
        """
        number=0
        # Whatever becomes of the writers, it comes to an end.
        until [ -e ../done ] || [ $SECONDS -gt 500 ]; do
          for file in one two; do
            echo $((number += 1)) > $file
            git add $file 2>/dev/null || true
            \(git) commit -q -m "Change $file" 2>/dev/null || true
            \(git) commit -q --allow-empty -m "Change nothing" 2>/dev/null || true
          done
        done
        git add one two
        \(git) commit -q --allow-empty -m "Change the last"
        """
      case .references:
        """
        for number in {1..300}; do
          tip=$(git rev-parse refs/heads/main)
          next=$(\(git) commit-tree -p $tip -m "Commit $number" "$tip^{tree}")
          git update-ref refs/heads/main $next $tip 2>/dev/null || true
        done
        """
      }
    }
  }

  @Test(arguments: Commits.all)
  func `commits of plain git beside many writers make none of them fail`(
    _ commits: Commits
  ) async throws {
    let names = (100..<116).map { "Part\($0)" }
    try await Sandbox.with(names) { sandbox in
      async let committing: Void = Self.commit(commits, in: sandbox)
      let runs = try await withThrowingTaskGroup(of: [Program.Run].self) { group in
        for first in 0..<commits.writers {
          group.addTask {
            var runs: [Program.Run] = []
            for number in stride(from: first, to: names.count, by: commits.writers) {
              runs.append(try await sandbox.registry("bump", names[number], "1.0.0"))
            }
            return runs
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try sandbox.shell("touch done")
      try await committing
      for run in runs { #expect(run.status == 0, "\(run.error)") }
      let takenBack = try sandbox.git(
        "log",
        "--format=%h %s",
        "--grep=^Change ",
        "--",
        "Registry",
        "CHANGELOG.md"
      )
      let tags = try sandbox.git("tag", "--list").split(separator: "\n")
      #expect(tags.count == names.count)
      if !takenBack.isEmpty {
        // What git took back is there again, at the latest with the next release.
        print("torture: git took back a release: \(takenBack)")
        try sandbox.change("Part100", "feat: more")
        #expect(try await sandbox.registry("bump", "Part100", "1.1.0").status == 0)
      }
      for name in names { #expect(try sandbox.recordCount(name, "1.0.0") == 1, "\(name)") }
      #expect(try sandbox.git("status", "--porcelain") == "")
      guard commits == .references else { return }
      // No commit has taken back what a release had brought.
      let subjects = try sandbox.git("log", "--format=%s", "--", "Registry", "CHANGELOG.md")
      #expect(subjects.split(separator: "\n").count == names.count + 1)
    }
  }

  private static func commit(_ commits: Commits, in sandbox: Sandbox) async throws {
    try sandbox.shell("cd repository\n\(commits.script)")
  }

  @Test func `one of several bumps to the same version releases it, and the others say so`()
    async throws
  {
    try await Sandbox.with { sandbox in
      let outputs = try await withThrowingTaskGroup(of: Program.Run.self) { group in
        for _ in 0..<4 { group.addTask { try await sandbox.registry("bump", "Menu", "1.0.0") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outputs.allSatisfy { $0.status == 0 })
      let first = outputs.map { $0.output.split(separator: "\n").first }.map { $0 ?? "" }
      #expect(first.count { $0 == "Menu 1.0.0 is released, its first release" } == 1)
      #expect(
        first.count { $0 == "Menu 1.0.0 is released already, with exactly these files" } == 3
      )
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try sandbox.git("rev-list", "--count", "HEAD") == "2")
    }
  }
}
