import Foundation
import ProgramTesting
import Testing

/// A verb in a repository that can be brought back to the moment before it, again and again.
///
/// The repository is always at the same place, since its index knows the files by their places.
struct Sweep: Sendable {
  /// How the verb comes to its end.
  enum End: Sendable {
    case kill(before: Int, tearing: Bool)
    case powerCut(before: Int, ignoringSyncs: Bool = false)
    case fullDisk(from: Int)
    /// One change fails, as on a disk that is about to break.
    case diskError(at: Int)

    fileprivate func killSwitch(below folder: String) -> KillSwitch {
      switch self {
      case .kill(let change, let tearing): .kill(before: change, below: folder, tearing: tearing)
      case .powerCut(let change, let ignoringSyncs):
        .cutPower(before: change, below: folder, ignoringSyncs: ignoringSyncs)
      case .fullDisk(let change): .fail(ENOSPC, from: change, below: folder)
      case .diskError(let change): .fail(EIO, from: change, once: true, below: folder)
      }
    }
  }

  /// Which command comes next.
  enum Next: Sendable {
    case reading
    case same
    /// One that reads, where the branch of the verb has been checked out in between.
    case onBranch
  }

  /// The kinds of next command are taken in turn.
  func next(after change: Int) -> Next {
    if verb.hasBranch, change % 3 == 2 { return .onBranch }
    return change.isMultiple(of: 2) ? .reading : .same
  }

  /// The environment's `TORTURE=1` asks for every case, where some stand for all otherwise.
  static let isTorture = ProcessInfo.processInfo.environment["TORTURE"] == "1"

  let sandbox: Sandbox
  let verb: WritingVerb
  /// How many changes to files the verb makes, give or take a few: objects whose names begin alike
  /// share a folder.
  let changes: Int
  private let old: RepositoryState
  private let new: RepositoryState
  private let oldTip: String
  /// The tip, and the one before it.
  private let oldTips: [Substring]

  static func with(_ verb: WritingVerb, _ body: (Sweep) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try await verb.prepare(sandbox)
      let old = try RepositoryState(of: sandbox)
      let oldTip = try sandbox.git("rev-parse", "HEAD")
      try sandbox.save("before")
      let counts = sandbox.folder + "/count"
      let run = try await sandbox.run(
        verb.program,
        verb.arguments,
        killSwitch: .count(below: sandbox.repository, into: counts)
      )
      #expect(run.status == 0, "\(run.error)")
      let new = try RepositoryState(of: sandbox)
      #expect(old != new)
      let count = try String(contentsOfFile: counts, encoding: .utf8)
      let changes = try #require(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(changes > 15)
      try await body(
        Sweep(
          sandbox: sandbox,
          verb: verb,
          changes: changes,
          old: old,
          new: new,
          oldTip: oldTip,
          oldTips: tips(from: oldTip, in: sandbox)
        )
      )
    }
  }

  /// The changes to end at: all of them and some more, or a sample that has the first and the last.
  func steps(_ sample: Int) -> [Int] {
    if Self.isTorture { return Array(1...(changes + 20)) }
    if changes <= sample { return Array(1...changes) }
    return (0..<sample).map { 1 + $0 * (changes - 1) / (sample - 1) }
  }

  /// A sample of the changes before which an end leaves something to repair: from the note on.
  func repairableSteps(_ sample: Int) async throws -> [Int] {
    var (without, with) = (0, changes)
    while with - without > 1 {
      let middle = (without + with) / 2
      try await run(.kill(before: middle, tearing: false))
      if sandbox.hasNote { with = middle } else { without = middle }
    }
    if Self.isTorture { return Array(with...changes) }
    return (0..<sample).map { with + $0 * (changes - with) / sample }
  }

  /// Says in the long form how much was done.
  func report(_ way: String, ends: Int) {
    if Self.isTorture { print("torture: \(verb.testDescription), \(way): \(ends) times") }
  }

  /// Runs the verb anew until that end.
  @discardableResult
  func run(_ end: End) async throws -> Program.Run {
    try sandbox.restore("before")
    return try await run(verb.program, verb.arguments, end)
  }

  /// Runs any command as the repository is now.
  func run(_ program: String, _ arguments: [String], _ end: End) async throws -> Program.Run {
    try await sandbox.run(
      program,
      arguments,
      killSwitch: end.killSwitch(below: sandbox.repository)
    )
  }

  /// What is broken after `run`, after the next command, and after the same command once more.
  func violations(after run: Program.Run, next: Next) async throws -> [Violation] {
    var violations: [Violation] = []
    func expect(_ isKept: Bool, _ promise: Violation.Promise, _ detail: @autoclosure () -> String) {
      if !isKept { violations.append(Violation(promise: promise, detail: detail())) }
    }
    var state = old
    if next == .onBranch, (try? sandbox.git("switch", "-q", "proposal")) != nil {
      let look = try await sandbox.registry("verify")
      let status = try sandbox.git("status", "--porcelain")
      expect(
        look.status == 0 && look.error == "" && status == "",
        .repair,
        "\(look.error)\(status)"
      )
      try sandbox.git("switch", "-q", "main")
    }
    if next == .reading {
      let look = try await sandbox.registry("verify")
      let hasNothing = look.error.hasPrefix("error: found no 'Registry/manifest.json'")
      let isClean = look.status == 0 && look.error == "" || hasNothing && run.status != 0
      let isNoted = look.output.contains("there is no tag") && verb.testDescription != "tags"
      expect(isClean && !isNoted, .repair, "\(look.error)\(look.output)")
      state = try RepositoryState(of: sandbox)
      expect(state == old || state == new, .oldOrNew, "\(state)")
      expect(run.status != 0 || state == new, .acknowledged, "\(state)")
      // No git looks into the folder of a pack that is being made, which the next write removes.
      let locks = try locks().filter { !$0.hasPrefix("objects/registry-pack/") }
      expect(locks.isEmpty, .noLeftovers, "\(locks)")
    }
    let again = try await sandbox.run(verb.program, verb.arguments)
    let isDone = !verb.isRepeatable && (next == .same || state == new)
    expect(again.status == 0 || isDone, .repeatable, again.error)
    state = try RepositoryState(of: sandbox)
    expect(state == new, .repeatable, "\(state)")
    return violations + (try lasting())
  }

  /// A commit, and the one before it.
  private static func tips(from revision: String, in sandbox: Sandbox) throws -> [Substring] {
    try sandbox.git("rev-list", "--max-count=2", revision).split(separator: "\n")
  }

  /// What is broken that no command is to mend.
  private func lasting() throws -> [Violation] {
    var violations: [Violation] = []
    do {
      try sandbox.git("fsck", "--strict", "--full", "--no-dangling")
      let tips = try Self.tips(from: "HEAD", in: sandbox)
      if !tips.contains(oldTip[...]) && !oldTips.contains(tips.first ?? "") {
        violations.append(Violation(promise: .tip, detail: "\(tips)"))
      }
      let changed = try sandbox.git("diff", "--name-only", oldTip, "HEAD").split(separator: "\n")
      // Of a folder, all files may change.
      let isExpected = changed.allSatisfy { file in
        verb.files.contains { $0 == file || ($0.hasSuffix("/") && file.hasPrefix($0)) }
      }
      if !isExpected {
        violations.append(Violation(promise: .nothingElse, detail: "\(changed)"))
      }
    } catch let failure as ProgramFailure {
      violations.append(Violation(promise: .soundObjects, detail: failure.complaint))
    }
    let log = try? sandbox.git("cat-file", "blob", "HEAD:Registry/releases/Menu.jsonl")
    for version in ["1.0.0", "1.1.0"]
    where (log ?? "").ranges(of: "\"version\":\"\(version)\"").count > 1 {
      violations.append(Violation(promise: .noReleaseTwice, detail: version))
    }
    let packs = try FileManager.default
      .contentsOfDirectory(atPath: sandbox.repository + "/.git/objects/pack")
      .filter { $0.hasSuffix(".keep") }
    let rest = try locks() + packs + (sandbox.hasNote ? ["registry.note"] : [])
    if !rest.isEmpty {
      violations.append(Violation(promise: .noLeftovers, detail: "\(rest)"))
    }
    return violations
  }

  /// The locks that keep every git from something.
  func locks() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.repository + "/.git")
      .filter { $0.hasSuffix(".lock") && $0 != "registry.lock" }
  }
}
