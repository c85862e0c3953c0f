import Base
import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// Commits that others make while a release is written.
@Suite(.scratchRepository)
struct MovingBranchTests {
  @Test func `one of several simultaneous releases of all changed components makes them`()
    async throws
  {
    let scratch = Scratch.current
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    let before = try scratch.git("rev-list", "--count", "HEAD")
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { try scratch.release().commit != nil } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(made == 1)
    for name in ["Menu", "Kitchen", "Table"] {
      #expect(try scratch.versions(of: name) == ["1.0.0", "2.0.0"])
    }
    #expect(try scratch.git("rev-list", "--count", "HEAD") == "\((Int(before) ?? 0) + 1)")
    #expect(try scratch.git("status", "--porcelain") == "")
    try scratch.fsck()
  }

  @Test func `commits that others make one after the other do not make a release fail`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let commits = FailureInjection { point in
      guard point == .noteWritten,
        let count = try Int(scratch.git("rev-list", "--count", "HEAD")), count < 20
      else { return }
      let next = try scratch.git("commit-tree", "-p", "HEAD", "-m", "Meanwhile", "HEAD^{tree}")
      try scratch.git("update-ref", "refs/heads/main", next)
    }
    var context = WriteContext.test(failures: commits)
    let notes = Mutex<[String]>([])
    context.progress = { step in notes.withLock { $0.append(step.task) } }
    try scratch.bump("Menu", "1.0.0", context: context)
    #expect(try scratch.git("rev-list", "--count", "HEAD") == "21")
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(
      notes.withLock { $0.filter { !$0.hasPrefix("packing") } } == [
        "the branch has changed, starting again"
      ]
    )
  }

  @Test func `a branch that never stands still is given up at the limit`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let commits = FailureInjection { point in
      guard point == .noteWritten else { return }
      let next = try scratch.git("commit-tree", "-p", "HEAD", "-m", "Meanwhile", "HEAD^{tree}")
      try scratch.git("update-ref", "refs/heads/main", next)
    }
    var context = WriteContext.test(failures: commits)
    context.lockLimit = .zero
    #expect(
      throws: OperationError(
        .locked,
        "the branch kept changing (5 attempts)",
        help: "try again later"
      )
    ) { try scratch.bump("Menu", "1.0.0", context: context) }
    #expect(try scratch.git("rev-list", "--count", "HEAD") == "6")
    #expect(try scratch.git("tag") == "")
  }

  @Test func `commits that others make meanwhile are kept`() async throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    // Another git commits between the planning and the moving of the branch.
    let commits = FailureInjection { point in
      guard point == .planned, try scratch.git("rev-list", "--count", "HEAD") == "1" else {
        return
      }
      try scratch.git("commit", "-q", "--allow-empty", "-m", "Meanwhile")
    }
    let result = try scratch.bump("Menu", "1.0.0", context: .test(failures: commits))
    #expect(
      try scratch.git("log", "--format=%s") == "Release Menu 1.0.0\nMeanwhile\nAdd the packages"
    )
    #expect(try scratch.git("rev-parse", "HEAD^") == result.release.record.source.description)
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `a git that commits at every step keeps no release from being made`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let commits = FailureInjection { _ in
      // While the index is locked, git refuses.
      _ = try? scratch.git("commit", "-q", "--allow-empty", "-m", "Meanwhile")
    }
    var context = WriteContext.test(failures: commits)
    context.lockLimit = .zero
    try scratch.bump("Menu", "1.0.0", context: context)
    let subjects = try scratch.git("log", "--format=%s").split(separator: "\n")
    #expect(
      subjects == [
        "Meanwhile", "Meanwhile", "Release Menu 1.0.0", "Meanwhile", "Meanwhile", "Meanwhile",
        "Add the packages",
      ]
    )
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test(arguments: [
    Failpoint.noteWritten, .branchMoved, .tagMade, .fileStaged, .fileReplaced, .filesWritten,
    .indexWritten, .readBack,
  ])
  func `a commit that git begins during a release undoes nothing of it`(_ point: Failpoint) throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let commits = FailureInjection { reached in
      guard reached == point else { return }
      _ = try? scratch.git("commit", "-q", "--allow-empty", "-m", "Meanwhile")
    }
    try scratch.bump("Menu", "1.0.0", context: .test(failures: commits))
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
    #expect(try scratch.git("status", "--porcelain") == "")
    try scratch.git("commit", "-q", "--allow-empty", "-m", "Afterwards")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
  }

  @Test func `bump writes nothing while another git has the index`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Kitchen", "1.0.0")
    // As it is while the editor of a 'git commit -a' is open.
    try scratch.write("", to: ".git/index.lock")
    let before = try scratch.everything()
    var context = WriteContext.test()
    context.lockLimit = .zero
    let lock = scratch.path + "/.git/index.lock"
    #expect(
      throws: OperationError(
        .locked,
        "the index is locked by another process",
        help: "wait for the git command that is running, such as a 'git commit' with an open"
          + " editor; if there is none, remove '\(lock)'"
      )
    ) { try scratch.bump("Menu", "1.0.0", context: context) }
    #expect(try scratch.everything() == before)
  }
}
