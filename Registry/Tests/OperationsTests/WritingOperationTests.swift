import Base
import Git
@testable import Model
import ScratchMonorepos
import ScratchRepositories
import Testing

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

  @Test func `a writing operation checks again what it found wrong while the branch changed`()
    throws
  {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    // Each look finds half of a commit, until there are three.
    let operation = Nothing(context: .test()) {
      guard try scratch.git("rev-list", "--count", "HEAD") != "4" else { return }
      let next = try scratch.git("commit-tree", "-p", "HEAD", "-m", "Meanwhile", "HEAD^{tree}")
      try scratch.git("update-ref", "refs/heads/main", next)
      throw OperationError(.uncommittedChanges, "'note.txt' has uncommitted changes")
    }
    let result = try operation.run(in: scratch.workspace())
    #expect(try result.tip.hex == scratch.git("rev-parse", "HEAD"))
    #expect(try scratch.git("rev-list", "--count", "HEAD") == "4")
  }
}
