import Base
@testable import Git
import Foundation
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct ReferenceTests {
  let scratch = Scratch.current
  let branch = "refs/heads/main"

  @Test func `a branch moves from where it was expected`() throws {
    let repository = try scratch.open()
    let first = try repository.commit(["a": "1"])
    let second = try repository.commit(["a": "2"], parents: [first])
    try repository.updateReference(branch, to: first, expecting: nil, reason: "first")
    #expect(try repository.head() == .branch(branch, tip: first))
    try repository.updateReference(branch, to: second, expecting: first, reason: "second")
    #expect(try repository.resolve("HEAD") == second)
    #expect(
      try scratch.git("reflog", "--format=%H %gs") == "\(second) second\n\(first) first"
    )
  }

  @Test(arguments: [false, true])
  func `a branch that is elsewhere stays there`(isPacked: Bool) throws {
    let repository = try scratch.open()
    let first = try repository.commit(["a": "1"])
    let second = try repository.commit(["a": "2"], parents: [first])
    try repository.updateReference(branch, to: first, expecting: nil, reason: "first")
    if isPacked { try scratch.git("pack-refs", "--all") }
    #expect(
      throws: OperationError(
        .moved,
        "reference '\(branch)' has changed: it points to '\(first)', expected '\(second)'"
      )
    ) {
      try repository.updateReference(branch, to: second, expecting: second, reason: "")
    }
    #expect(
      throws: OperationError(
        .moved,
        "reference '\(branch)' has changed: it points to '\(first)', expected 'nothing'"
      )
    ) { try repository.updateReference(branch, to: second, expecting: nil, reason: "") }
    #expect(
      code { try repository.deleteReference(branch, expecting: second) } == .moved
    )
    #expect(try repository.resolve(branch) == first)
  }

  @Test func `a branch that is gone does not come back`() throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    #expect(throws: OperationError.self) {
      try repository.updateReference(branch, to: commit, expecting: commit, reason: "")
    }
    #expect(try repository.reference(branch) == nil)
  }

  @Test func `a lock of another process is told from a move`() throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    let lock = repository.lockPath(ofReference: branch)
    try #require(FileManager.default.createFile(atPath: lock, contents: nil))
    #expect(
      throws: OperationError(
        .locked,
        "reference '\(branch)' is locked by another process",
        help: "if no git is running, remove '\(lock)'"
      )
    ) { try repository.updateReference(branch, to: commit, expecting: nil, reason: "") }
    try FileManager.default.removeItem(atPath: lock)
    try repository.updateReference(branch, to: commit, expecting: nil, reason: "")
    #expect(try repository.resolve(branch) == commit)
  }

  @Test(arguments: [false, true])
  func `a reference is deleted where it is expected`(isPacked: Bool) throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    try repository.updateReference("refs/tags/a/b/c", to: commit, expecting: nil, reason: "")
    if isPacked { try scratch.git("pack-refs", "--all") }
    try repository.deleteReference("refs/tags/a/b/c", expecting: commit)
    #expect(try scratch.open().references(matching: "refs/*") == [])
    #expect(code { try repository.deleteReference("refs/tags/a", expecting: commit) } == .notFound)
  }

  @Test func `one of many simultaneous updates of a branch succeeds`() async throws {
    let (path, branch) = (scratch.path, branch)
    let first = try scratch.open().commit(["a": "1"])
    try scratch.open().updateReference(branch, to: first, expecting: nil, reason: "")
    let winners = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          let repository = try Repository.open(at: path)
          let next = try repository.commit(["a": "next \(number)"], parents: [first])
          do {
            try repository.updateReference(branch, to: next, expecting: first, reason: "")
            return 1
          } catch let error as OperationError where error.code == .moved || error.code == .locked {
            return 0
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(winners == 1)
    #expect(try scratch.git("rev-list", "--count", "main") == "2")
  }

  @Test func `references are listed by pattern, packed and loose`() throws {
    let repository = try scratch.open()
    let commit = try repository.commit(["a": "1"])
    for name in ["refs/tags/B/1", "refs/tags/A/2", "refs/tags/A/1", branch] {
      try repository.updateReference(name, to: commit, expecting: nil, reason: "")
      if name == "refs/tags/A/2" { try scratch.git("pack-refs", "--all") }
    }
    #expect(
      try scratch.open().references(matching: "refs/tags/A/*")
        == ["refs/tags/A/1", "refs/tags/A/2"].map { Reference(name: $0, target: .object(commit)) }
    )
  }

  @Test func `a head is on a branch, on none yet, or on a commit`() throws {
    let repository = try scratch.open()
    #expect(try repository.head() == .unborn(branch))
    let commit = try scratch.commitAll()
    #expect(try repository.head() == .branch(branch, tip: commit))
    #expect(try repository.reference("HEAD")?.target == .symbolic(branch))
    try scratch.git("checkout", "-q", "--detach")
    #expect(try repository.head() == .detached(commit))
    try scratch.git("symbolic-ref", "HEAD", "refs/heads/other")
    #expect(try repository.head() == .unborn("refs/heads/other"))
  }

  @Test(arguments: [
    "", "refs/heads/a..b", "refs/heads/a.lock", "refs/heads/a b", "refs/heads/a\0b", "main",
  ])
  func `a name that git refuses is refused`(name: String) throws {
    let repository = try scratch.open()
    #expect(code { _ = try repository.reference(name) } == .invalid)
  }
}
