import Base
import Git
import Foundation
import ScratchRepositories
import Synchronization
import Testing

@Suite(.scratchRepository)
struct RepositoryTests {
  let scratch = Scratch.current

  @Test func `a repository is found from a folder deep inside it`() throws {
    try scratch.write("x", to: "a/b/c")
    let repository = try Repository.discover(from: scratch.path + "/a/b")
    #expect(repository.workingDirectory == scratch.path)
    #expect(repository.gitDirectory == scratch.path + "/.git")
    #expect(repository.commonDirectory == scratch.path + "/.git")
    let facts = [repository.isBare, repository.isShallow]
    #expect(facts == [false, false])
    #expect(code { _ = try Repository.open(at: scratch.path + "/a/b") } == .notARepository)
  }

  @Test func `a folder outside of any repository is answered clearly`() {
    #expect(
      throws: OperationError(
        .notARepository,
        "'\(scratch.folder)' is not in a git repository",
        help: "change to a clone, or create a repository with 'git init'"
      )
    ) { _ = try Repository.discover(from: scratch.folder) }
  }

  @Test func `a bare repository has no working files`() throws {
    let bare = try Repository.create(at: scratch.folder + "/bare", isBare: true)
    let isBare = bare.isBare
    #expect(isBare)
    #expect(bare.workingDirectory == nil)
    #expect(code { _ = try bare.lockIndex() } == .bareRepository)
  }

  @Test func `a linked working tree has a git directory of its own`() throws {
    try scratch.commitAll()
    try scratch.git("worktree", "add", "-q", "../linked")
    let linked = try Repository.open(at: scratch.folder + "/linked")
    #expect(linked.commonDirectory == scratch.path + "/.git")
    #expect(linked.gitDirectory == scratch.path + "/.git/worktrees/linked")
    #expect(try linked.head() == .branch("refs/heads/linked", tip: scratch.open().head().tip!))
  }

  @Test func `another object format is refused`() throws {
    try scratch.git("init", "-q", "--object-format=sha256", "../other")
    #expect(
      throws: OperationError(
        .unsupportedRepository,
        "unsupported repository '\(scratch.folder)/other', its objects are named by SHA-256,"
          + " expected SHA-1",
        help: "create a new one with 'git init --object-format=sha1'"
      )
    ) { _ = try Repository.open(at: scratch.folder + "/other") }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `another user's repository is refused`() throws {
    chown(scratch.path + "/.git", 4242, 4242)
    #expect(code { _ = try scratch.open() } == .foreignOwner)
  }

  @Test func `a repository tells which operation of git is in progress`() throws {
    #expect(try scratch.open().operationInProgress == nil)
    try scratch.write("one", to: "file")
    try scratch.commitAll()
    try scratch.git("checkout", "-q", "-b", "side")
    try scratch.write("two", to: "file")
    try scratch.commitAll()
    try scratch.git("checkout", "-q", "main")
    try scratch.write("three", to: "file")
    try scratch.commitAll()
    #expect(throws: GitProgramFailure.self) { try scratch.git("merge", "-q", "side") }
    #expect(try scratch.open().operationInProgress == "merge")
  }

  @Test func `a repository is shared behind a mutex`() async throws {
    let shared = try Shared(scratch.open())
    let ids = try await withThrowingTaskGroup(of: ObjectID.self) { group in
      for number in 0..<32 {
        group.addTask {
          try shared.repository.withLock { try $0.writeBlob(Array("\(number % 8)".utf8)) }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 8)
    let areThere = shared.repository.withLock { repository in
      ids.allSatisfy { repository.contains($0) }
    }
    #expect(areThere)
  }

  @Test func `repositories that are open twice work side by side`() async throws {
    let path = scratch.path
    let ids = try await withThrowingTaskGroup(of: ObjectID.self) { group in
      for number in 0..<8 {
        group.addTask {
          let repository = try Repository.open(at: path)
          return try repository.commit(["file": "\(number % 4)"])
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 4)
    try scratch.git("fsck", "--strict")
  }
}

private final class Shared: Sendable {
  let repository: Mutex<Repository>

  init(_ repository: consuming sending Repository) {
    self.repository = Mutex(repository)
  }
}
