import Foundation
import ScratchMonorepos
import ScratchRepositories
import Sharing
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.scratchRepository)
struct TokenFileTests {
  @Test func `reading refuses a file that others can read, even if it is replaced meanwhile`()
    async throws
  {
    let folder = Scratch.current.folder
    let file = TokenFile(path: folder + "/tokens")
    // Whoever reads it waits for a writer, so that the name can change while it is read.
    try #require(mkfifo(file.path, 0o644) == 0)
    let (refusals, answer) = AsyncStream<String?>.makeStream()
    // On a thread of its own, since both sides wait for each other.
    Thread.detachNewThread {
      answer.yield(code { _ = try file.read() })
      answer.finish()
    }
    let writer = open(file.path, O_WRONLY | O_CLOEXEC)
    let other = folder + "/other"
    try #require(FileManager.default.createFile(atPath: other, contents: Data()))
    try #require(chmod(other, 0o600) == 0 && rename(other, file.path) == 0)
    close(writer)
    let refusal = await refusals.first { _ in true }
    #expect(refusal == "open-token-file")
  }
}
