import Dispatch
import Foundation
import Git
import Logging
import RegistryModel
import RegistryServer
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing
import Versioning
import Workspace

@Suite(.scratchRepository)
struct FollowingTests {
  let scratch = Scratch.current

  private func makeRelease() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
  }

  /// The versions that are listed.
  private func versions(_ served: Served, _ name: String = "Menu") async throws -> Set<String> {
    struct List: Decodable {
      struct Release: Decodable {}
      let releases: [String: Release]
    }
    let answer = try await served.answer("/cookr/\(name)")
    return Set(try JSONDecoder().decode(List.self, from: Data(answer.bytes)).releases.keys)
  }

  @Test func `a new release is served without a restart`() async throws {
    try makeRelease()
    let served = try Served()
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.service.registry.refresh() == false)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
    #expect(try await served.answer("/cookr/Menu/1.1.0.zip").status == 200)
  }

  @Test func `a branch that is not checked out is served by its name`() async throws {
    try makeRelease()
    try scratch.git("switch", "-q", "-c", "later")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try await versions(Served(branch: "main")) == ["1.0.0"])
    #expect(try await versions(Served()) == ["1.0.0", "1.1.0"])
    let error = #expect(throws: OperationError.self) { try Served(branch: "none") }
    #expect(error?.message == "the repository has no branch 'none'")
  }

  @Test func `a bare repository is served and followed`() async throws {
    try makeRelease()
    let bare = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", ".", bare)
    let served = try Served(directory: bare)
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.answer("/cookr/Menu/1.0.0.zip").status == 200)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.git("push", "-q", bare, "main")
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
  }

  @Test func `a copy of another repository follows it`() async throws {
    try makeRelease()
    let copy = scratch.folder + "/copy.git"
    let mirror = Mirror(
      directory: copy,
      upstream: scratch.path,
      interval: .seconds(10),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try mirror.prepare()
    let served = try Served(directory: copy, branch: "main")
    #expect(try await versions(served) == ["1.0.0"])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try await mirror.fetch()
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
    // A server that was killed while it fetched.
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    for name in ["FETCH_HEAD.lock", "packed-refs.lock", "refs/heads/main.lock"] {
      try Data("0000".utf8).write(to: URL(filePath: "\(copy)/\(name)"))
    }
    try mirror.prepare()
    #expect(try await served.service.registry.refresh())
    #expect(try await versions(served) == ["1.0.0", "1.1.0", "1.2.0"])
    // Gone upstream: the copy is served as it is, after a restart too.
    try FileManager.default.removeItem(atPath: scratch.path)
    await #expect(throws: GitError.self) { try await mirror.fetch() }
    try mirror.prepare()
    #expect(
      try await versions(Served(directory: copy, branch: "main")) == ["1.0.0", "1.1.0", "1.2.0"]
    )
  }

  @Test func `a copy into which nothing was ever fetched is not served`() throws {
    let mirror = Mirror(
      directory: scratch.folder + "/copy.git",
      upstream: "notaurl",
      interval: .seconds(10),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    // The second start finds the folder that the first one has made.
    for _ in 1...2 {
      let error = #expect(throws: GitError.self) { try mirror.prepare() }
      #expect(error?.message.hasPrefix("cannot fetch from 'notaurl': ") == true)
      #expect(
        error?.help
          == "check that '--mirror' is the URL or the path of a reachable repository"
      )
    }
  }

  @Test func `a branch that takes releases back is not taken up`() async throws {
    try makeRelease()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let served = try Served()
    let commit = served.service.registry.snapshot.commit
    try scratch.git("reset", "-q", "--hard", "HEAD~2")
    try scratch.change("Menu")
    let error = await #expect(throws: OperationError.self) {
      try await served.service.registry.refresh()
    }
    #expect(error?.code.rawValue == "releases-taken-back")
    #expect(served.service.registry.snapshot.commit == commit)
    #expect(try await versions(served) == ["1.0.0", "1.1.0"])
  }

  @Test(arguments: ["not JSON", "{}"])
  func `a manifest or a log that cannot be read is not taken up`(_ text: String) async throws {
    try makeRelease()
    let served = try Served()
    for file in ["Registry/manifest.json", "Registry/releases/Menu.jsonl"] {
      let good = try scratch.read(file)
      try scratch.write(text, to: file)
      try scratch.commitAll()
      await #expect(throws: (any Error).self) {
        try await served.service.registry.refresh()
      }
      #expect(try await versions(served) == ["1.0.0"])
      try scratch.write(good, to: file)
      try scratch.commitAll()
      #expect(try await served.service.registry.refresh())
    }
  }

  /// Goes with the thread that it is kept by.
  private final class Ending {
    private let hasEnded: AsyncStream<Void>.Continuation

    init(_ hasEnded: AsyncStream<Void>.Continuation) {
      self.hasEnded = hasEnded
    }

    deinit { hasEnded.finish() }
  }

  @Test(.timeLimit(.minutes(1)))
  func `the thread that reads a repository ends with what is served of it`() async throws {
    try makeRelease()
    let (end, hasEnded) = AsyncStream<Void>.makeStream()
    do {
      let served = try Served()
      #expect(try await versions(served) == ["1.0.0"])
      try await served.service.registry.access.read { _ in
        Thread.current.threadDictionary["ending"] = Ending(hasEnded)
      }
    }
    for await _ in end {}
    #expect(!Task.isCancelled)
  }

  @Test func `a repository that disappears goes on being served as it was`() async throws {
    try makeRelease()
    let served = try Served()
    let archive = try await served.answer("/cookr/Menu/1.0.0.zip")
    try await served.service.registry.readAll()
    try FileManager.default.removeItem(atPath: scratch.path)
    await #expect(throws: OperationError.self) {
      try await served.service.registry.refresh()
    }
    #expect(try await versions(served) == ["1.0.0"])
    #expect(try await served.answer("/cookr/Menu/1.0.0").status == 200)
    #expect(try await served.answer("/cookr/Menu/1.0.0.zip").bytes == archive.bytes)
  }

  /// Runs what is handed to it, but for what comes after a number of jobs: that waits for a word.
  private final class HeldExecutor: TaskExecutor {
    private let held = Mutex<[UnownedJob]>([])
    private let runs = Mutex(1)
    private let isHeld: AsyncStream<Void>.Continuation

    init(_ isHeld: AsyncStream<Void>.Continuation) {
      self.isHeld = isHeld
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let runs = runs.withLock { runs in
        runs -= 1
        return runs >= 0
      }
      if runs {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        held.withLock { $0.append(job) }
        isHeld.finish()
      }
    }

    func release() {
      runs.withLock { $0 = .max }
      for job in held.withLock({ $0 }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  @Test func `an older snapshot never takes the place of a newer one`() async throws {
    try makeRelease()
    let served = try Served()
    let registry = served.service.registry
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    // As long as the repository is read for others, the task can only wait for it.
    let (read, isRead) = AsyncStream<Void>.makeStream()
    let others = DispatchSemaphore(value: 0)
    async let first: Void = registry.access.read { _ in
      isRead.finish()
      others.wait()
    }
    for await _ in read {}
    let (held, isHeld) = AsyncStream<Void>.makeStream()
    let executor = HeldExecutor(isHeld)
    let slow = Task(executorPreference: executor) { try await registry.refresh() }
    others.signal()
    try await first
    // It has read the branch and is not done.
    for await _ in held {}
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    try await registry.refresh()
    executor.release()
    _ = try await slow.value
    #expect(try await versions(served) == ["1.0.0", "1.1.0", "1.2.0"])
  }
}
