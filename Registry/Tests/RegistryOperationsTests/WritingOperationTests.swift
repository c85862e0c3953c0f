import Foundation
import Git
import GitValues
@testable import RegistryOperations
import ScratchMonorepos
import ScratchRepositories
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How an operation is asked for its plan while others are at work.
@Suite(.scratchRepository)
struct WritingOperationTests {
  /// Writes nothing, and needs no working files.
  private struct Nothing: WritingOperation {
    struct Result: WritingResult {
      let tip: ObjectID
      var plan: WritePlan? { nil }
      var commit: ObjectID?
    }

    let context: WriteContext
    /// What happens while it looks at the repository.
    var meanwhile: @Sendable () throws -> Void = {}
    let task = "test"
    let allowsBareRepository = true

    func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
      try meanwhile()
      return Result(tip: base.tip)
    }
  }

  @Test func `what was found wrong while the branch changed is looked at again`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    // Each look finds half of a commit, until there are three.
    let operation = Nothing(context: .test()) {
      guard try scratch.git("rev-list", "--count", "HEAD") != "4" else { return }
      let next = try scratch.git("commit-tree", "-p", "HEAD", "-m", "Meanwhile", "HEAD^{tree}")
      try scratch.git("update-ref", "refs/heads/main", next)
      throw OperationError(.uncommittedChanges, "'note.txt' has changes that are not committed")
    }
    let result = try operation.run(in: scratch.workspace())
    #expect(try result.tip.hex == scratch.git("rev-parse", "HEAD"))
    #expect(try scratch.git("rev-list", "--count", "HEAD") == "4")
  }

  @Test func `a bare repository can be surveyed once the lock is free`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let clone = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", ".", clone)
    let holder = open(clone + "/registry.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    try #require(flock(holder, LOCK_EX | LOCK_NB) == 0)
    var context = WriteContext.test()
    // Called while it waits for the holder.
    context.progress = { _ in close(holder) }
    let result = try Nothing(context: context).survey(in: Workspace(directory: clone))
    #expect(try result.tip.hex == scratch.git("rev-parse", "HEAD"))
  }
}
