import FlowKit
import FlowTesting
import Foundation
import Persistence
import Synchronization
import Testing

@testable import StatusUpdates

/// Following what others record, without a wait: sleeping only runs what others do.
@Suite(.timeLimit(.minutes(1)))
struct RecordedFeedTests {
  private let store = StatusStore.inMemory()
  private let clock = TestClock()

  private var tracker: StatusTracker { makeTracker(store, clock) }

  @Test func `a change that another records is told, with those before it`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let others = Others([
      {}, { [tracker] in try await tracker.lead(.a17, through: [.cooking]) },
      { [tracker] in try await tracker.lead(.a17, through: [.onItsWay, .delivered]) },
    ])
    let (result, prompts) = await follow(others)
    #expect(try result.get().timeline.changes.map(\.status) == .wholeWay)
    #expect(prompts.map(\.key) == ["timeline", "status", "status", "delivered"])
    #expect(others.remaining == 0)
  }

  @Test func `the timeline is read only after something was stored`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let reads = Mutex(0)
    let watched = store.observed { if $0.isAfter { reads.withLock { $0 += 1 } } }
    let watching = StatusTracker(store: watched)
    let idle: [Others.Event] = Array(repeating: {}, count: 50)
    let others = Others(idle + [{ [tracker] in try await tracker.advance(.a17, to: .cooking) }])
    let feed = RecordedFeed(tracker: watching, store: store, sleep: others.sleep)
    let seen = try await tracker.timeline(of: .a17)
    #expect(try await feed.next(after: seen)?.status == .cooking)
    #expect(reads.withLock(\.self) == 2)
    #expect(others.slept == Array(repeating: .milliseconds(100), count: 51))
  }

  @Test func `a change between reading and waiting is not missed`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let seen = try await tracker.timeline(of: .a17)
    let isOvertaken = Mutex(false)
    let counted = store.observed { [tracker] moment in
      guard moment.isAfter, !isOvertaken.withLock({ exchange(&$0, with: true) }) else { return }
      try await tracker.advance(.a17, to: .cooking)
    }
    let feed = RecordedFeed(tracker: tracker, store: counted, sleep: Others([{}]).sleep)
    #expect(try await feed.next(after: seen)?.status == .cooking)
  }

  @Test func `an order without a chef has nothing to come`() async throws {
    try await tracker.lead(.a17, through: [.placed])
    let (result, prompts) = await follow(Others([]))
    #expect(try result.get().timeline.status == .placed)
    #expect(prompts.map(\.key) == ["timeline"])
  }

  @Test func `a feed that stops ends the flow with its words`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let failure = FlowFailure(.unavailable, "the disk is gone")
    let (result, _) = await follow(Others([{ throw failure }]))
    #expect(result == .failed(failure))
  }

  private func follow(
    _ others: Others
  ) async -> (result: FlowResult<FollowOutcome>, prompts: [Prompt]) {
    let feed = RecordedFeed(tracker: tracker, store: store, sleep: others.sleep)
    let flow = FollowFlow(tracker: tracker, feed: feed, tip: nil, timeZone: .gmt)
    let presenter = ScriptedPresenter([])
    let result = await flow.start(FollowRequest(order: .a17), on: presenter)
    return (result, presenter.prompts)
  }
}

/// What others do while a feed sleeps: one event each time, and the end of the test after the last.
private final class Others: Sendable {
  typealias Event = @Sendable () async throws -> Void

  private let state: Mutex<(events: ArraySlice<Event>, slept: [Duration])>

  init(_ events: [Event]) {
    state = Mutex((events[...], []))
  }

  var remaining: Int { state.withLock(\.events.count) }
  var slept: [Duration] { state.withLock(\.slept) }

  var sleep: @Sendable (Duration) async throws -> Void {
    { duration in
      let event = self.state.withLock { state -> Event? in
        state.slept.append(duration)
        return state.events.popFirst()
      }
      guard let event else { throw FlowFailure(.unexpected, "slept after the last event") }
      try await event()
    }
  }
}
