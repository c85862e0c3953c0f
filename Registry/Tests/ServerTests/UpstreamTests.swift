import Base
import Server
import Foundation
import HTTPTypes
import Logging
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// What a copy does before it says that there is no such release.
@Suite(.scratchRepository)
struct UpstreamTests {
  private let scratch = Scratch.current

  /// Serves a copy that fetches only when it is asked to.
  private func copied(_ body: (Served) async throws -> Void) async throws {
    let (copy, trigger) = ("\(scratch.folder)/copy.git", FetchTrigger())
    let replica = Replica(
      directory: copy,
      upstream: scratch.path,
      interval: .seconds(1_000_000),
      leastInterval: .zero,
      trigger: trigger,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try replica.prepare()
    var options = RegistryService.Options()
    options.upstream = trigger
    let served = try Served(directory: copy, branch: "main", options: options)
    try await withThrowingTaskGroup { group in
      group.addTask { try await replica.run() }
      try await body(served)
      group.cancelAll()
    }
  }

  private func replica(_ directory: String) -> Replica {
    Replica(
      directory: directory,
      upstream: scratch.path,
      interval: .seconds(1_000_000),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
  }

  @Test func `a repository with commits that the upstream lacks is not made a copy of it`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let other = "\(scratch.folder)/other.git"
    try scratch.git("clone", "-q", "--bare", ".", other)
    // What it has is in the upstream, too: nothing is lost.
    try replica(other).prepare()
    for branch in ["main", "later"] {
      try scratch.change("Menu")
      try scratch.commitAll()
      try scratch.git("push", "-q", other, "HEAD:refs/heads/\(branch)")
      try scratch.git("reset", "-q", "--hard", "HEAD~1")
      let tips = try scratch.git("-C", other, "for-each-ref", "refs/heads")
      for _ in 1...2 {
        let error = #expect(throws: OperationError.self) { try replica(other).prepare() }
        #expect(error?.code == .notACopy)
        #expect(
          error?.message == "the branch '\(branch)' of '\(other)' has commits that were not fetched"
            + " from '\(scratch.path)'"
        )
        await #expect(throws: OperationError.self) { try await replica(other).fetch() }
      }
      #expect(try scratch.git("-C", other, "for-each-ref", "refs/heads") == tips)
      try scratch.git("push", "-q", "-f", other, "HEAD:refs/heads/main")
    }
  }

  @Test func `a copy has the branches of its upstream, also of one that was rewritten`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.git("branch", "old")
    let copy = "\(scratch.folder)/copy.git"
    try replica(copy).prepare()
    try scratch.git("commit", "-q", "--amend", "-m", "Another one")
    try scratch.git("branch", "-D", "old")
    try scratch.git("branch", "old/other")
    try await replica(copy).fetch()
    try replica(copy).prepare()
    #expect(
      try scratch.git("-C", copy, "for-each-ref", "refs/heads")
        == scratch.git("for-each-ref", "refs/heads")
    )
  }

  @Test func `a folder with other things is not made a copy`() throws {
    try scratch.makeMonorepo()
    let full = "\(scratch.folder)/full"
    try FileManager.default.createDirectory(atPath: full, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(full)/file"))
    for folder in [full, scratch.path] {
      let error = #expect(throws: OperationError.self) { try replica(folder).prepare() }
      #expect(error?.code == .notACopy)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: full) == ["file"])
  }

  @Test(arguments: [
    "Menu/1.1.0", "Menu/1.1.0.zip", "Menu/1.1.0/Package.swift", "Kitchen",
  ])
  func `a copy looks at its upstream for what it does not know`(_ path: String) async throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try await copied { served in
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.1.0")
      try scratch.bump("Kitchen", "1.0.0")
      // For a list that it has, it does not.
      #expect(try await !served.answer("/cookr/Menu").text.contains("1.1.0"))
      #expect(try await served.answer("/cookr/\(path)").status == 200)
      #expect(try await served.answer("/cookr/Menu").text.contains("1.1.0"))
    }
  }

  @Test func `a release that the upstream lacks or cannot be asked for stays unknown`() async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try await copied { served in
      #expect(
        try await served.answer("/cookr/Menu/2.0.0").problem == "'Menu' has no release '2.0.0'"
      )
      try FileManager.default.removeItem(atPath: scratch.path)
      #expect(try await served.answer("/cookr/Menu/2.0.0").status == 404)
      let page = try await served.answer("/cookr/Soup", headers: [.accept: "text/html"])
      #expect(page.status == 404)
      #expect(try await served.answer("/cookr/Menu/1.0.0").status == 200)
    }
  }

  @Test func `requests that wait share one fetch that begins after they came`() async {
    let trigger = FetchTrigger()
    let rounds = Mutex(0)
    await withTaskGroup(of: Void.self) { group in
      func add(_ count: Int) {
        for _ in 0..<count { group.addTask { await trigger.waitForFetch(upTo: .seconds(1_000)) } }
      }
      add(3)
      while trigger.waiting < 3 { await Task.yield() }
      await trigger.pause(.seconds(1_000))
      await trigger.round {
        rounds.withLock { $0 += 1 }
        // Too late for this one.
        add(1)
        while trigger.waiting < 1 { await Task.yield() }
      }
      for _ in 0..<3 { await group.next() }
      #expect(trigger.waiting == 1)
      await trigger.pause(.seconds(1_000))
      await trigger.round { rounds.withLock { $0 += 1 } }
    }
    #expect(rounds.withLock { $0 } == 2)
  }

  @Test func `a wait ends at its limit`() async {
    let trigger = FetchTrigger()
    await trigger.waitForFetch(upTo: .milliseconds(1))
    #expect(trigger.waiting == 0)
  }
}
