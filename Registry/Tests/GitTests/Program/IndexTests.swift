import Base
import Git
import Foundation
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct IndexTests {
  let scratch = Scratch.current

  @Test func `paths are brought up to date and all else stays staged as it was`() throws {
    for file in ["manifest", "log", "staged", "removed", "edited"] {
      try scratch.write("1", to: file)
    }
    try scratch.commitAll()
    try scratch.write("2", to: "staged")
    try scratch.write("1", to: "new")
    try scratch.git("add", "staged", "new")
    try scratch.git("rm", "-q", "--cached", "removed")
    try scratch.write("2", to: "edited")
    try scratch.write("2", to: "manifest")
    let before = try scratch.git("ls-files", "--stage").split(separator: "\n")
    let repository = try scratch.open()
    let two = try repository.writeBlob(Array("2".utf8))
    try WorkTree(of: repository).updateIndex(
      [
        IndexUpdate(TreePath("manifest"), .init(mode: .file, id: two)),
        IndexUpdate(TreePath("added/deep"), .init(mode: .executable, id: two)),
        IndexUpdate(TreePath("log"), nil),
      ],
      holding: repository.lockIndex()
    )
    let after = try scratch.git("ls-files", "--stage").split(separator: "\n")
    #expect(
      Set(after).subtracting(before) == [
        "100644 \(two) 0\tmanifest", "100755 \(two) 0\tadded/deep",
      ]
    )
    #expect(
      Set(before).subtracting(after).map { $0.split(separator: "\t")[1] }.sorted() == [
        "log", "manifest",
      ]
    )
    #expect(try WorkTree(of: repository).indexState(of: TreePath("manifest")) == .entry(.file, two))
    #expect(try WorkTree(of: repository).indexState(of: TreePath("log")) == .absent)
    #expect(try scratch.git("diff-files", "--name-only") == "added/deep\nedited")
    try scratch.git("fsck", "--strict")
  }

  @Test func `a change within the clock's tick is still seen afterwards`() throws {
    // As if staging and change fell into one tick: times and size are equal, only the content is
    // not, and git looks at that since the index is no newer than the file.
    let tick = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)]
    let file = scratch.path + "/file"
    try scratch.git("config", "core.trustCTime", "false")
    try scratch.git("config", "core.checkStat", "minimal")
    try scratch.write("one", to: "file")
    try FileManager.default.setAttributes(tick, ofItemAtPath: file)
    try scratch.commitAll()
    try scratch.write("two", to: "file")
    for path in [file, scratch.path + "/.git/index"] {
      try FileManager.default.setAttributes(tick, ofItemAtPath: path)
    }
    let repository = try scratch.open()
    try WorkTree(of: repository).updateIndex(
      [IndexUpdate(TreePath("other"), .init(mode: .file, id: repository.writeBlob([])))],
      holding: repository.lockIndex()
    )
    #expect(try scratch.git("diff-files", "--name-only") == "file\nother")
  }

  @Test func `a locked index is left alone`() throws {
    try scratch.write("1", to: "file")
    try scratch.commitAll()
    let repository = try scratch.open()
    let before = try scratch.git("ls-files", "--stage")
    let lock = scratch.path + "/.git/index.lock"
    try #require(FileManager.default.createFile(atPath: lock, contents: nil))
    #expect(
      throws: OperationError(
        .locked,
        "the index is locked by another process",
        help: "wait for the git command that is running, such as a 'git commit' with an open"
          + " editor; if there is none, remove '\(lock)'"
      )
    ) { _ = try repository.lockIndex() }
    #expect(FileManager.default.fileExists(atPath: lock))
    #expect(try scratch.git("ls-files", "--stage") == before)
  }

  @Test func `updating the index removes files that a killed run left`() throws {
    try scratch.write("1", to: "file")
    try scratch.commitAll()
    for name in ["index.registry", "index.registry.lock"] {
      let path = scratch.path + "/.git/" + name
      try #require(FileManager.default.createFile(atPath: path, contents: Data([1])))
    }
    let repository = try scratch.open()
    try WorkTree(of: repository).updateIndex(
      [IndexUpdate(TreePath("file"), nil)],
      holding: repository.lockIndex()
    )
    #expect(try scratch.git("ls-files") == "")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/.git")
      .filter { $0.hasPrefix("index") }
    #expect(left == ["index"])
  }

  @Test(arguments: [("", false), ("DIRC", false), ("registry?", false), ("registry\n", true)])
  func `only a lock of this program is abandoned`(content: String, isOurs: Bool) throws {
    try scratch.commitAll()
    try scratch.git("worktree", "add", "-q", "-b", "other", scratch.folder + "/other")
    let repository = try scratch.open()
    let indexes = ["index", "worktrees/other/index"].map { scratch.path + "/.git/" + $0 }
    for index in indexes {
      #expect(!IndexLock.hasTraces(index))
      try Data(content.utf8).write(to: URL(filePath: "\(index).lock"))
      #expect(IndexLock.hasTraces(index) == isOurs)
    }
    try repository.removeAbandonedIndexLocks()
    for index in indexes {
      #expect(FileManager.default.fileExists(atPath: "\(index).lock") == !isOurs)
    }
  }

  @Test func `a lock that never got its name is abandoned too`() throws {
    try scratch.commitAll()
    let repository = try scratch.open()
    let unnamed = "\(repository.indexPath).registry-lock"
    try Data("registry\n".utf8).write(to: URL(filePath: unnamed))
    #expect(IndexLock.hasTraces(repository.indexPath))
    try repository.removeAbandonedIndexLocks()
    #expect(!FileManager.default.fileExists(atPath: unnamed))
    #expect(!IndexLock.hasTraces(repository.indexPath))
  }

  @Test func `a lock that is taken over from a killed run keeps git out all the time`() throws {
    try scratch.write("1", to: "file")
    try scratch.commitAll()
    let repository = try scratch.open()
    let isFree = repository.abandonedIndexLock() == nil
    #expect(isFree)
    try repository.lockIndex().leave()
    #expect(code { _ = try repository.lockIndex() } == .locked)
    guard let lock = repository.abandonedIndexLock() else {
      Issue.record("the lock is not known for what it is")
      return
    }
    try WorkTree(of: repository).updateIndex([IndexUpdate(TreePath("file"), nil)], holding: lock)
    #expect(throws: (any Error).self) { try scratch.git("add", "file") }
    try lock.release()
    #expect(try scratch.git("ls-files") == "")
    try scratch.git("add", "file")
  }

  @Test func `git begins no commit while the index is locked, and does after its release`() throws {
    try scratch.write("1", to: "file")
    try scratch.commitAll()
    let repository = try scratch.open()
    let lock = try repository.lockIndex()
    #expect(throws: (any Error).self) {
      try scratch.git("commit", "-q", "--allow-empty", "-m", "Meanwhile")
    }
    try lock.release()
    try scratch.git("commit", "-q", "--allow-empty", "-m", "Afterwards")
    #expect(try scratch.git("rev-list", "--count", "HEAD") == "2")
  }

  @Test func `a conflict at the path is settled`() throws {
    let repository = try scratch.open()
    let id = try repository.writeBlob([1])
    let lines = (1...3).map { "100644 \(id) \($0)\tfile\n" }.joined()
    try scratch.git("update-index", "--index-info", input: Array(lines.utf8))
    try WorkTree(of: repository).updateIndex(
      [IndexUpdate(TreePath("file"), .init(mode: .file, id: id))],
      holding: repository.lockIndex()
    )
    #expect(try scratch.git("ls-files", "--stage") == "100644 \(id) 0\tfile")
  }
}
