import FlowKit
import Foundation
import Persistence
import Synchronization
import Testing

@testable import StatusUpdates

struct StatusTrackerTests {
  let store = StatusStore.inMemory()
  let clock = TestClock()

  @Test func `a change is stored and told`() async throws {
    let lines = Mutex<[String]>([])
    let tracker = StatusTracker(store: store, now: { [clock] in clock.now }) { timeline in
      lines.withLock { $0.append(timeline.line(in: .gmtPlusOne)) }
    }
    try await tracker.advance(.a17, to: .placed)
    clock.advance(by: 65)
    let timeline = try await tracker.advance(.a17, to: .chefAssigned, note: "Malee, by bicycle")
    #expect(try await tracker.timeline(of: .a17) == timeline)
    #expect(
      lines.withLock(\.self) == [
        "10:00:00  order A-17: placed",
        "10:01:05  order A-17: chef assigned (Malee, by bicycle)",
      ]
    )
  }

  @Test func `an order that was never placed is unknown, and those in progress are named`()
    async throws
  {
    let tracker = makeTracker(store, clock)
    func expect(_ order: OrderReference, help: String) async {
      let expected = FlowFailure(.unknownOrder, "unknown order '\(order)'", help: help)
      await #expect(throws: expected) { try await tracker.timeline(of: order) }
      await #expect(throws: expected) { try await tracker.advance(order, to: .cooking) }
    }
    await expect(.a17, help: "no order is in progress")
    try await tracker.lead(.a17, through: [.placed])
    try await tracker.lead(.b4, through: [.placed])
    try await tracker.lead(OrderReference(rawValue: "A-18"), through: [.placed, .cancelled])
    await expect(OrderReference(rawValue: "zzz"), help: "choose one of A-17, B-4")
    await expect(OrderReference(rawValue: "A-11"), help: "did you mean 'A-17'?")
    for number in 5...15 {
      try await tracker.lead(OrderReference(rawValue: "B-\(number)"), through: [.placed])
    }
    await expect(
      OrderReference(rawValue: "zzz"),
      help: "the newest of 13 in progress are 'B-13', 'B-14', 'B-15'"
    )
  }

  @Test func `a malformed reference places nothing`() async throws {
    let tracker = makeTracker(store, clock)
    let failure = await #expect(throws: FlowFailure.self) {
      try await tracker.advance(OrderReference(rawValue: "A 17"), to: .placed)
    }
    #expect(failure?.code == .invalidParameters)
    #expect(try await tracker.openTimelines() == [])
  }

  @Test func `a step that another has overtaken is judged by the new timeline`() async throws {
    let other = makeTracker(store, clock)
    try await other.lead(.a17, through: [.placed, .chefAssigned])
    let isOvertaken = Mutex(false)
    let store = store.observed { moment in
      guard moment.isAfter, !isOvertaken.withLock({ exchange(&$0, with: true) }) else { return }
      try await other.advance(.a17, to: .cooking)
    }
    let timeline = try await makeTracker(store, clock).advance(.a17, to: .cancelled)
    #expect(timeline.changes.map(\.status) == [.placed, .chefAssigned, .cooking, .cancelled])
  }
}
