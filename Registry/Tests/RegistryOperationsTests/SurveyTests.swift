import Foundation
import Git
@testable import RegistryOperations
import ScratchMonorepos
import ScratchRepositories
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What would be written, asked while another process has the lock.
@Suite(.scratchRepository)
struct SurveyTests {
  /// Writes nothing, and needs no working files.
  private struct Nothing: WritingOperation {
    struct Result: WritingResult {
      let tip: ObjectID
      var plan: WritePlan? { nil }
      var commit: ObjectID?
    }

    let context: WriteContext
    let task = "test"
    let allowsBareRepository = true

    func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
      Result(tip: base.tip)
    }
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
