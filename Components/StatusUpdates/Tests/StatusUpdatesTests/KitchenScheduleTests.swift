import FlowKit
import Foundation
import Testing

@testable import StatusUpdates

struct KitchenScheduleTests {
  let clock = TestClock()

  @Test(arguments: [
    (Status.chefAssigned, Status.cooking), (.cooking, .onItsWay), (.onItsWay, .delivered),
  ])
  func `a step follows another after the pace`(status: Status, next: Status) async throws {
    let start = clock.now
    let step = try await schedule(pace: .seconds(90)).next(after: timeline(upTo: status))
    #expect(step?.status == next)
    #expect(clock.now == start + 90)
  }

  @Test(arguments: [Status.placed, .delivered])
  func `without a chef, and after the end, there is no next step`(status: Status) async throws {
    let start = clock.now
    #expect(try await schedule(pace: .seconds(90)).next(after: timeline(upTo: status)) == nil)
    #expect(clock.now == start)
  }

  @Test func `a step that is overdue is taken at once`() async throws {
    let timeline = try timeline(upTo: .cooking)
    clock.advance(by: 500)
    let now = clock.now
    _ = try await schedule(pace: .seconds(90)).next(after: timeline)
    #expect(clock.now == now)
  }

  @Test func `a clock that was set back makes nobody wait for longer than a step`() async throws {
    let timeline = try timeline(upTo: .cooking)
    clock.advance(by: -3600)
    let now = clock.now
    _ = try await schedule(pace: .seconds(90)).next(after: timeline)
    #expect(clock.now == now + 90)
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
    #expect(try KitchenSchedule.pace(from: environment, isInteractive: isInteractive) == pace)
  }

  @Test(arguments: ["-1", "3601", "fast", "nan", "inf", "1,5", "1s"])
  func `any other pace is refused`(text: String) throws {
    let expected = FlowFailure(
      .invalidPace,
      "invalid COOKR_PACE '\(text)', expected 0 to 3600 seconds",
      help: "set it to a number such as 0.5, or leave it out"
    )
    #expect(throws: expected) {
      try KitchenSchedule.pace(from: ["COOKR_PACE": text], isInteractive: true)
    }
  }

  private func schedule(pace: Duration) -> KitchenSchedule {
    let clock = clock.statusClock
    return KitchenSchedule(pace: pace, now: clock.now, sleep: clock.sleep)
  }

  private func timeline(upTo status: Status) throws -> Timeline {
    var timeline = try Timeline(order: .a17, placedAt: clock.now)
    for next in [Status].wholeWay.dropFirst() where timeline.status != status {
      timeline = try timeline.advanced(to: next, at: clock.now)
    }
    return timeline
  }
}
