import FlowKit
import Foundation
import Testing

@testable import StatusUpdates

struct SimulatedKitchenTests {
  let clock = TestClock()

  @Test(arguments: [
    (Status.chefAssigned, Status.cooking), (.cooking, .onItsWay), (.onItsWay, .delivered),
  ])
  func `a step follows another after the pace`(status: Status, next: Status) async throws {
    let start = clock.now
    #expect(try await timeline(after: status)?.status == next)
    #expect(clock.now == start + 90)
  }

  @Test(arguments: [Status.placed, .delivered])
  func `without a chef, and after the end, there is no next step`(status: Status) async throws {
    let start = clock.now
    #expect(try await timeline(after: status) == nil)
    #expect(clock.now == start)
  }

  @Test(arguments: [(500.0, 0.0), (-3600, 90)])
  func `an overdue step is taken at once, and no clock makes a step wait for longer than the pace`(
    passed: Double,
    wait: Double
  ) async throws {
    let start = clock.now
    _ = try await timeline(after: .cooking) { clock.advance(by: passed) }
    #expect(clock.now == start + passed + wait)
  }

  @Test(
    arguments: [
      ([:], true, Duration.seconds(1)), ([:], false, .zero),
      (["COOKR_PACE": ""], true, .seconds(1)),
      (["COOKR_PACE": " 0.25 "], false, .milliseconds(250)),
      (["COOKR_PACE": "3600"], true, .seconds(3600)), (["COOKR_PACE": "0"], true, .zero),
    ] as [([String: String], Bool, Duration)]
  )
  func `the pace is a second for who watches, none for a script, or as set`(
    environment: [String: String],
    isInteractive: Bool,
    pace: Duration
  ) throws {
    #expect(try SimulatedKitchen.pace(from: environment, isInteractive: isInteractive) == pace)
  }

  @Test(arguments: ["-1", "3601", "fast", "nan", "inf", "1,5", "1s"])
  func `any other pace is refused`(text: String) throws {
    let expected = FlowFailure(
      .invalidPace,
      "invalid COOKR_PACE '\(text)', expected 0 to 3600 seconds",
      help: "set it to a number such as 0.5, or leave it out"
    )
    #expect(throws: expected) {
      try SimulatedKitchen.pace(from: ["COOKR_PACE": text], isInteractive: true)
    }
  }

  /// The timeline after the step that a kitchen takes of an order with that status.
  private func timeline(
    after status: Status,
    interlude: () -> Void = {}
  ) async throws -> Timeline? {
    let tracker = makeTracker(.inMemory(), clock)
    let way = [Status].wholeWay
    try await tracker.lead(.a17, through: Array(way.prefix { $0 != status }) + [status])
    let seen = try await tracker.timeline(of: .a17)
    interlude()
    let kitchen = SimulatedKitchen(
      tracker: tracker,
      pace: .seconds(90),
      clock: clock.statusClock
    )
    return try await kitchen.next(after: seen)
  }
}
