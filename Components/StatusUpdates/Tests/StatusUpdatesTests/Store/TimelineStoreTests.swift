import FlowKit
import Foundation
import Testing

@testable import StatusUpdates

/// The rules of `StatusStore` for timelines.
struct TimelineStoreTests {
  private let store = StatusStore.inMemory()

  @Test func `a timeline comes back as it was stored`() async throws {
    var timeline = try Timeline(order: .a17, placedAt: instant(0.123), note: "by phone")
    timeline = try timeline.advanced(to: .chefAssigned, at: noon + 1.999, note: "Zoë cooks")
    timeline = try timeline.advanced(to: .cooking, at: noon + 86_400)
    for change in timeline.changes {
      let outcome = try await store.append(change, to: .a17, messages: [])
      #expect(outcome)
    }
    #expect(try await store.timeline(of: .a17) == timeline)
    #expect(try await store.timeline(of: .b4) == nil)
  }

  @Test func `a change that expects another place in the timeline stores nothing`() async throws {
    try await store.lead(.a17, through: [.placed])
    let again = StatusChange(sequence: 1, status: .placed, at: noon)
    let tooFar = StatusChange(sequence: 3, status: .cooking, at: noon)
    for change in [again, tooFar] {
      let message = OutboxMessage.sample(.a17, 9, at: noon)
      let outcome = try await store.append(change, to: .a17, messages: [message])
      #expect(!outcome)
    }
    #expect(try await store.timeline(of: .a17)?.changes.count == 1)
    let report = DispatchReport(waiting: 1, givenUp: 0, nextAttempt: noon)
    #expect(try await store.report(on: .webhook) == report)
  }

  @Test func `a change that the timeline refuses stores nothing`() async throws {
    let change = StatusChange(sequence: 1, status: .cooking, at: noon)
    let message = OutboxMessage.sample(.a17, 1, at: noon)
    await #expect(throws: FlowFailure.self) {
      try await store.append(change, to: .a17, messages: [message])
    }
    #expect(try await store.timeline(of: .a17) == nil)
    #expect(try await store.report(on: .webhook) == .clear())
  }

  @Test func `open timelines come in the order in which they were placed, whatever the clock said`()
    async throws
  {
    let orders = ["C", "A", "B", "D"].map(OrderReference.init(rawValue:))
    for (order, seconds) in zip(orders, [2.0, 2.0, 1.0, 3.0]) {
      try await store.lead(order, through: [.placed], at: seconds)
    }
    try await store.lead(orders[3], through: [.placed, .cancelled], from: 2, at: 3)
    #expect(try await store.openTimelines().map(\.order) == Array(orders.prefix(3)))
  }
}

extension StatusStore {
  /// Appends the changes of a timeline from the one numbered `first`, each with a message.
  func lead(
    _ order: OrderReference,
    through statuses: [Status],
    from first: Int = 1,
    at seconds: Double = 0
  ) async throws {
    for (index, status) in statuses.enumerated().dropFirst(first - 1) {
      let change = StatusChange(sequence: index + 1, status: status, at: instant(seconds))
      let message = OutboxMessage.sample(order, index + 1, at: instant(seconds))
      let outcome = try await append(change, to: order, messages: [message])
      #expect(outcome)
    }
  }
}
