import HTTPTypes
import Testing

@testable import Server

struct PublishQueueTests {
  private func status(_ body: () async throws -> Void) async throws -> Int? {
    do {
      try await body()
      return nil
    } catch let problem as Problem {
      return problem.status.code
    }
  }

  @Test func `an upload that never ends makes others wait no longer than the limit`() async throws {
    let queue = UploadQueue(places: 4, placesOfToken: 4, timeout: .milliseconds(1))
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    let (end, hasEnded) = AsyncStream<Void>.makeStream()
    async let first: Void = queue.withTurn {
      hasBegun.finish()
      for await _ in end {}
    }
    for await _ in begun {}
    for _ in 0..<3 {
      #expect(try await status { try await queue.withTurn {} } == 503)
    }
    hasEnded.finish()
    try await first
    #expect(try await status { try await queue.withTurn {} } == nil)
  }

  @Test func `the queue gives one upload at a time its turn, and each of them once`() async throws {
    let queue = UploadQueue(places: 4, placesOfToken: 4, timeout: .seconds(600))
    let counter = Counter()
    try await withThrowingTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          try await queue.withTurn {
            await counter.enter()
            await Task.yield()
            await counter.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await counter.total == 100)
    #expect(await counter.most == 1)
  }

  @Test func `more uploads than there are places for are turned away`() async throws {
    let queue = UploadQueue(places: 1, placesOfToken: 1)
    let inside = try await queue.withPlace(of: "ci") {
      try await status { try await queue.withPlace(of: "other") {} }
    }
    #expect(inside == 503)
    #expect(try await status { try await queue.withPlace(of: "other") {} } == nil)
  }

  @Test func `uploads of one token that never end leave places for others`() async throws {
    let queue = UploadQueue(places: 3, placesOfToken: 2)
    let statuses = try await queue.withPlace(of: "ci") {
      try await queue.withPlace(of: "ci") {
        [
          try await status { try await queue.withPlace(of: "ci") {} },
          try await status { try await queue.withPlace(of: "other") {} },
        ]
      }
    }
    #expect(statuses == [503, nil])
    #expect(try await status { try await queue.withPlace(of: "ci") {} } == nil)
  }

  private actor Counter {
    private(set) var total = 0
    private(set) var most = 0
    private var inside = 0

    func enter() {
      total += 1
      inside += 1
      most = max(most, inside)
    }

    func leave() {
      inside -= 1
    }
  }
}
