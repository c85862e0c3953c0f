import FlowKit
import FlowTesting
import Foundation
import Synchronization
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// The app is killed before and after each transaction and each request, and started again.
struct KillTests {
  private static let orders = [OrderReference.a17, .b4]

  @Test func `whenever the app is killed, every message arrives and in order`() async throws {
    let moments = try await run(killedAt: nil)
    #expect(moments > 100)
    for moment in 0..<moments {
      _ = try await run(killedAt: moment)
    }
  }

  @Test(arguments: 0..<5)
  func `however often the app is killed, every message arrives and in order`(
    block: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: block)
    for _ in 0..<40 {
      let world = World()
      // A receiver that is down, or processes the request and then answers wrongly, now and then.
      let moods = (0..<100).map { _ in Int.random(in: 0...4, using: &generator) }
      let receiver = world.receiver(moods: moods)
      for _ in 0..<Int.random(in: 5...25, using: &generator) {
        let fuse = Fuse(killsAt: Int.random(in: 0...60, using: &generator))
        try await world.runApp(over: receiver, fuse: fuse)
        world.clock.advance(by: Double.random(in: 0...40, using: &generator))
      }
      try await world.finish(over: receiver)
    }
  }

  /// Kills the app once, lets it finish then, and returns how many moments an undisturbed run has.
  private func run(killedAt moment: Int?) async throws -> Int {
    let world = World()
    let receiver = world.receiver(moods: [0, 3, 0, 0, 4, 0, 0, 0])
    let fuse = Fuse(killsAt: moment)
    try await world.runApp(over: receiver, fuse: fuse)
    try await world.finish(over: receiver)
    return fuse.moments
  }

  /// What outlives the app: the store, the receiver and time.
  private struct World {
    let store = StatusStore.inMemory()
    let clock = TestClock()

    /// Moods: 3 refuses for now, 4 takes the message and loses the answer, all else takes it.
    func receiver(moods: [Int]) -> FakeReceiver {
      let rest = Mutex(moods)
      return FakeReceiver { _ in
        let mood = rest.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
        switch mood {
        case 3: return .status(503)
        case 4: return .failure(FlowFailure(.unavailable, "the receiver broke off"))
        default: return .status(200)
        }
      }
    }

    /// Leads each order as far as it has not come yet, until the fuse kills the app.
    func runApp(over receiver: FakeReceiver, fuse: Fuse) async throws {
      let burn = { @Sendable in try fuse.burn() }
      let store = store.observed { _ in try burn() }
      let clock = clock
      let dispatcher = WebhookDispatcher(
        webhook: try .sample(),
        store: store,
        send: { request in
          try burn()
          let response = try await receiver.send(request)
          try burn()
          return response
        },
        now: { clock.now }
      )
      let tracker = makeTracker(store, clock, queues: [.webhook])
      do {
        _ = try await dispatcher.dispatch()
        for status in [Status].wholeWay {
          for order in KillTests.orders {
            let done = try await store.timeline(of: order)?.changes.map(\.status) ?? []
            guard !done.contains(status) else { continue }
            try await tracker.advance(order, to: status)
            _ = try await dispatcher.dispatch()
          }
        }
      } catch is Fuse.Killed {}
    }

    /// Runs the app undisturbed until nothing waits, and checks what the receiver got.
    func finish(over receiver: FakeReceiver) async throws {
      var waiting = 1
      for _ in 0..<50 where waiting > 0 {
        clock.advance(by: 6 * 3600)
        let fuse = Fuse(killsAt: nil)
        try await runApp(over: receiver, fuse: fuse)
        waiting = try await store.report(on: .webhook).waiting
      }
      #expect(try await store.report(on: .webhook) == .clear())
      for order in KillTests.orders {
        #expect(try await store.timeline(of: order)?.status == .delivered)
        let sequences = receiver.ids
          .filter { $0.hasPrefix("webhook/\(order)/") }
          .compactMap { $0.split(separator: "/").last.flatMap { Int($0) } }
        #expect(Array(Set(sequences)).sorted() == [1, 2, 3, 4, 5])
        #expect(sequences == sequences.sorted(), "a later change came before an earlier one")
      }
    }
  }
}

/// Ends the app at one of its moments, for good.
private final class Fuse: Sendable {
  struct Killed: Error {}

  private let killsAt: Int?
  private let count = Mutex(0)

  init(killsAt moment: Int?) {
    killsAt = moment
  }

  var moments: Int {
    count.withLock(\.self)
  }

  /// Counts a moment; from the fatal one on nothing works any more.
  func burn() throws {
    let moment = count.withLock { count in
      defer { count += 1 }
      return count
    }
    if let killsAt, moment >= killsAt { throw Killed() }
  }
}
