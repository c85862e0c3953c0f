import Base
import Git
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// A verb in a repository where Menu 1.0.0 is released and its next version is not.
enum WritingVerb: String, CaseIterable, Sendable, Codable {
  case bump
  case yank
  case undo

  /// The failpoints that it passes when nothing is to be repaired.
  var points: [Failpoint] {
    let always: [Failpoint] = [
      .lockTaken, .repaired, .planned, .noteWritten, .branchMoved, .fileStaged, .fileReplaced,
      .filesWritten, .indexWritten, .readBack, .noteRemoved,
    ]
    let committing: [Failpoint] = [.blobsWritten, .commitWritten, .objectsSynced]
    return switch self {
    case .bump: always + committing + [.tagMade]
    case .yank: always + committing
    case .undo: always + [.tagRemoved]
    }
  }

  func run(at path: String, failures: FailureInjection = FailureInjection { _ in }) throws {
    try GitLibrary.ignoreMachineConfiguration()
    let workspace = try Workspace(directory: path)
    let context = WriteContext.test(failures: failures)
    let version = try SemanticVersion("1.0.0")
    switch self {
    case .bump:
      let next = try SemanticVersion("1.1.0")
      _ = try MakeReleases(component: "Menu", version: .exactly(next), context: context).run(
        in: workspace
      )
    case .yank:
      _ = try YankRelease(component: "Menu", version: version, reason: "Why", context: context)
        .run(in: workspace)
    case .undo:
      _ = try UndoRelease(component: "Menu", version: version, context: context).run(in: workspace)
    }
  }

  func arrange(_ scratch: Scratch) throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    if self == .bump { try scratch.change("Menu", "feat: add soup") }
  }
}

/// A verb and the failpoint at which it is killed.
struct Crash: Sendable, Codable, CustomStringConvertible {
  let verb: WritingVerb
  let point: String
  var description: String { "\(verb) at \(point)" }

  static let all = WritingVerb.allCases.flatMap { verb in
    verb.points.map { Crash(verb: verb, point: $0.rawValue) }
  }

  /// Runs the verb in a process of its own, which has to die.
  func kill(at path: String) async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [crash = self as Crash, path = path as String] in
      try crash.happen(at: path)
    }
  }

  private func happen(at path: String) throws {
    guard let point = Failpoint(rawValue: point) else { return }
    try verb.run(at: path, failures: .killing(at: point))
  }
}

@Suite(.scratchRepository)
struct CrashTests {
  /// What can be seen of a release, which must all be there or all not.
  private func check(_ crash: Crash, _ scratch: Scratch) throws {
    let changelog = try? scratch.read("CHANGELOG.md")
    let menu = try ComponentName("Menu")
    let log = try scratch.log(of: "Menu")
    let versions = log.releases.map(\.version.description)
    for version in ["1.0.0", "1.1.0"] {
      let isRecorded = versions.contains(version)
      #expect(try scratch.git("tag", "-l", "Menu/\(version)").isEmpty == !isRecorded)
      #expect((changelog ?? "").contains("### Menu \(version) - ") == isRecorded)
    }
    #expect(try scratch.manifest().components[menu]?.version == log.releases.last?.version)
    if crash.verb == .yank {
      let isYanked = try log.yank(of: SemanticVersion("1.0.0")) != nil
      #expect((changelog ?? "").contains("[YANKED]") == isYanked)
    }
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try scratch.git("ls-files", "--others", "--ignored", "--exclude-standard") == "")
    let objects = try FileManager.default
      .contentsOfDirectory(atPath: scratch.path + "/.git/objects")
    #expect(objects.filter { $0.hasPrefix("tmp_") || $0 == "registry-pack" } == [])
    let packs = try FileManager.default
      .contentsOfDirectory(atPath: scratch.path + "/.git/objects/pack")
    #expect(packs.filter { $0.hasSuffix(".keep") } == [])
    try scratch.fsck()
  }

  @Test(arguments: Crash.all)
  func `a verb that is killed is undone or done by the next command`(_ crash: Crash) async throws {
    let scratch = Scratch.current
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    try scratch.bump("Kitchen", "1.0.0")
    try check(crash, scratch)
    #expect(try scratch.versions(of: "Kitchen") == ["1.0.0"])
  }

  @Test(arguments: Crash.all)
  func `a verb that is killed can be repeated`(_ crash: Crash) async throws {
    let scratch = Scratch.current
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    do {
      try crash.verb.run(at: path)
    } catch let error as OperationError where crash.verb == .undo {
      // It was undone already; there is nothing left to undo.
      #expect(error.code == .unknownRelease)
    }
    try check(crash, scratch)
    #expect(
      try scratch.versions(of: "Menu")
        == (crash.verb == .undo ? [] : crash.verb == .bump ? ["1.0.0", "1.1.0"] : ["1.0.0"])
    )
  }

  @Test(arguments: [
    Failpoint.lockTaken, .locksRemoved, .fileStaged, .fileReplaced, .filesWritten, .indexWritten,
    .repairDerived, .repaired,
  ])
  func `a repair that is killed is repaired`(_ point: Failpoint) async throws {
    let scratch = Scratch.current
    let crash = Crash(verb: .bump, point: Failpoint.branchMoved.rawValue)
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    let again = Crash(verb: .bump, point: point.rawValue)
    await again.kill(at: path)
    try scratch.bump("Kitchen", "1.0.0")
    try check(crash, scratch)
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.1.0"])
  }

  @Test(arguments: [true, false])
  func `a write that was killed in another working tree is finished there`(
    _ isMainKilled: Bool
  ) async throws {
    let scratch = Scratch.current
    let crash = Crash(verb: .bump, point: Failpoint.branchMoved.rawValue)
    try crash.verb.arrange(scratch)
    let other = scratch.folder + "/other"
    try scratch.git("worktree", "add", "-q", "-b", "other", other)
    await crash.kill(at: isMainKilled ? scratch.path : other)
    let (killed, next) = isMainKilled ? (scratch.path, other) : (other, scratch.path)
    _ = try MakeReleases(component: "Kitchen", version: .step(.major), context: .test())
      .run(in: Workspace(directory: next))
    for place in [killed, next] {
      #expect(try scratch.git("-C", place, "status", "--porcelain") == "")
    }
    #expect(try scratch.git("tag") == "Kitchen/1.0.0\nMenu/1.0.0\nMenu/1.1.0")
  }

  @Test(arguments: Crash.all.filter { $0.verb == .bump })
  func `a write that was killed in a working tree that is away is finished when it is back`(
    _ crash: Crash
  ) async throws {
    let scratch = Scratch.current
    try crash.verb.arrange(scratch)
    let (other, away) = ("\(scratch.folder)/other", "\(scratch.folder)/away")
    try scratch.git("worktree", "add", "-q", "-b", "other", other)
    await crash.kill(at: other)
    try FileManager.default.moveItem(atPath: other, toPath: away)
    for version in ["1.0.0", "1.1.0"] {
      _ = try MakeReleases(
        component: "Kitchen",
        version: .exactly(SemanticVersion(version)),
        context: .test()
      )
      .run(in: scratch.workspace())
      try scratch.change("Kitchen", "feat: \(version)")
    }
    #expect(try !scratch.workspace().repository.hasInterruptedWrite)
    try FileManager.default.moveItem(atPath: away, toPath: other)
    _ = try Workspace(directory: other).repository.finishInterruptedWrite()
    #expect(try scratch.git("-C", other, "status", "--porcelain") == "")
    #expect(try scratch.git("-C", other, "commit", "-q", "--allow-empty", "-m", "Go on") == "")
    #expect(try !Workspace(directory: other).repository.hasInterruptedWrite)
    #expect(try !scratch.workspace().repository.hasInterruptedWrite)
    try scratch.fsck()
  }

  @Test func `a write that was killed in a working tree that is deleted blocks no other`()
    async throws
  {
    let scratch = Scratch.current
    let crash = Crash(verb: .bump, point: Failpoint.branchMoved.rawValue)
    try crash.verb.arrange(scratch)
    let other = "\(scratch.folder)/other"
    try scratch.git("worktree", "add", "-q", "-b", "other", other)
    await crash.kill(at: other)
    try FileManager.default.removeItem(atPath: other)
    try scratch.bump("Kitchen", "1.0.0")
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try scratch.git("tag") == "Kitchen/1.0.0\nMenu/1.0.0\nMenu/1.1.0")
    try scratch.git("worktree", "prune")
    #expect(try scratch.git("ls-files", "--others", "--directory", ".git/worktrees") == "")
  }

  @Test(arguments: [Failpoint.blobsWritten, .objectsSynced, .noteWritten, .branchMoved])
  func `a command that reads gives git its index back after a kill`(
    _ point: Failpoint
  ) async throws {
    let scratch = Scratch.current
    let crash = Crash(verb: .bump, point: point.rawValue)
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    #expect(FileManager.default.fileExists(atPath: "\(path)/.git/index.lock"))
    #expect(try scratch.workspace().repository.hasInterruptedWrite)
    #expect(try scratch.workspace().repository.finishInterruptedWrite())
    #expect(try !scratch.workspace().repository.hasInterruptedWrite)
    try scratch.git("commit", "-q", "--allow-empty", "-m", "Go on")
    try check(crash, scratch)
  }

  @Test func `a failed sync of a moved branch loses no release`() throws {
    let scratch = Scratch.current
    try WritingVerb.bump.arrange(scratch)
    // The branch has the commit, and another git has gone on from it already.
    let failing = FailureInjection { reached in
      guard reached == .noteWritten else { return }
      let note = try scratch.read(".git/registry.note").split(separator: "\n")
      let new = note.first { $0.hasPrefix("to ") }.map { String($0.dropFirst(3)) } ?? ""
      let next = try scratch.git("commit-tree", "-p", new, "-m", "Go on", "\(new)^{tree}")
      try scratch.git("update-ref", "refs/heads/main", next)
      throw OperationError(.inputOutput, "cannot sync")
    }
    #expect(
      code { try WritingVerb.bump.run(at: scratch.path, failures: failing) } == "not-finished"
    )
    #expect(try scratch.git("tag") == "Menu/1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    #expect(try scratch.git("tag") == "Kitchen/1.0.0\nMenu/1.0.0\nMenu/1.1.0")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.1.0"])
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test(arguments: [
    Failpoint.lockTaken, .planned, .blobsWritten, .commitWritten, .objectsSynced, .noteWritten,
  ])
  func `an error before the branch moves leaves all as it was`(_ point: Failpoint) throws {
    let scratch = Scratch.current
    try WritingVerb.bump.arrange(scratch)
    let before = try scratch.everything().filter {
      !$0.key.hasPrefix(".git/objects") && $0.key != ".git/registry.lock"
    }
    let failing = FailureInjection { reached in
      if reached == point { throw OperationError(.inputOutput, "no space left on device") }
    }
    #expect(
      code { try WritingVerb.bump.run(at: scratch.path, failures: failing) } == "input-output"
    )
    let after = try scratch.everything().filter {
      !$0.key.hasPrefix(".git/objects") && $0.key != ".git/registry.lock"
    }
    #expect(after == before)
    try scratch.fsck()
  }

  @Test func `bump after a kill keeps files that a person changed since`() async throws {
    let scratch = Scratch.current
    let crash = Crash(verb: .bump, point: Failpoint.branchMoved.rawValue)
    try crash.verb.arrange(scratch)
    let path = scratch.path
    await crash.kill(at: path)
    try scratch.write("mine\n", to: "CHANGELOG.md")
    #expect(code { try scratch.bump("Kitchen", "1.0.0") } == "uncommitted-changes")
    #expect(try scratch.read("CHANGELOG.md") == "mine\n")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.1.0"])
    #expect(try scratch.git("status", "--porcelain") == " M CHANGELOG.md")
  }
}
