import FlowKit
import FlowTesting
import Foundation
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// The tracker on its store against a model that is nothing but a table and lists.
struct TimelineModelTests {
  private static let allowed: [Status?: [Status]] = [
    nil: [.placed],
    .placed: [.chefAssigned, .cancelled],
    .chefAssigned: [.cooking, .cancelled],
    .cooking: [.onItsWay, .cancelled],
    .onItsWay: [.delivered],
    .delivered: [],
    .cancelled: [],
  ]
  private static let orders = ["A", "B", "C"].map(OrderReference.init(rawValue:))

  @Test(arguments: 0..<10)
  func `random sequences of commands end as in the model`(block: UInt64) async throws {
    var generator = SeededGenerator(seed: block)
    for _ in 0..<100 {
      try await runSequence(&generator)
    }
  }

  private func runSequence(_ generator: inout SeededGenerator) async throws {
    let store = StatusStore.inMemory()
    let clock = TestClock()
    let tracker = makeTracker(store, clock, queues: [.webhook])
    var model: [OrderReference: [Status]] = [:]
    var placed: [OrderReference] = []
    var outcomes: [FlowFailure.Code?] = []
    var expected: [FlowFailure.Code?] = []

    for _ in 0..<Int.random(in: 1...20, using: &generator) {
      let order = Self.orders.randomElement(using: &generator) ?? .a17
      let current = model[order]?.last
      // Half of the commands are legal, so that sequences get somewhere.
      let legal = Self.allowed[current, default: []].randomElement(using: &generator)
      let any = Status.allCases.randomElement(using: &generator) ?? .placed
      let status = Bool.random(using: &generator) ? legal ?? any : any
      clock.advance(by: Double.random(in: -1...5, using: &generator))

      if Self.allowed[current, default: []].contains(status) {
        model[order, default: []].append(status)
        if status == .placed { placed.append(order) }
        expected.append(nil)
      } else {
        expected.append(current == nil ? .unknownOrder : .refusedStep)
      }
      do {
        try await tracker.advance(order, to: status)
        outcomes.append(nil)
      } catch let failure as FlowFailure {
        outcomes.append(failure.code)
      }
    }

    #expect(outcomes == expected)
    for order in Self.orders {
      #expect(try await store.timeline(of: order)?.changes.map(\.status) == model[order])
    }
    let open = placed.filter { order in model[order]?.last.map { !$0.isFinal } ?? false }
    #expect(try await store.openTimelines().map(\.order) == open)
    let messages = model.values.map(\.count).reduce(0, +)
    let report = try await store.report(on: .webhook)
    #expect(report.waiting == messages)
    #expect(report.givenUp == 0)
  }
}
