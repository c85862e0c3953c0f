import FlowKit
import FlowTesting
import Foundation
import Persistence
import ProgramTesting
import StatusUpdates
import Synchronization
import Testing

/// Following an order in this process while the kitchen's app, a process of its own, takes its steps.
@Suite(.freshHome)
struct FollowingTests {
  @Test func `each step of another process is noticed within two looks at the database`()
    async throws
  {
    let id = try await paidOrder()
    let database = try SharedDatabase(
      path: Home.current.database,
      contents: Schema(StatusStore.tables),
      patience: 10
    )
    let presenter = ScriptedPresenter([])
    let steps = KitchenSteps(of: id, seenOn: presenter)
    let flow = FollowFlow(
      StatusTracker(store: StatusStore(database)),
      clock: StatusClock(now: StatusClock.system.now, sleep: steps.sleep, timeZone: .gmt)
    )
    let request = FollowRequest(order: OrderReference(rawValue: id), chef: nil)
    let outcome = try await flow.start(request, on: presenter).get()
    #expect(outcome.timeline.status == .delivered)
    #expect(presenter.prompts.map(\.key) == ["timeline", "status", "status", "delivered"])
    #expect(steps.waits.count == 3)
    #expect(steps.waits.allSatisfy { $0 <= .milliseconds(200) })
    try database.close()
  }
}

/// Stands for the time that passes while an order is followed; no clock is read.
///
/// The kitchen takes its next step during the first sleep after its last one was seen. What the flow
/// would have slept since then is added up.
private final class KitchenSteps: Sendable {
  private let id: String
  private let presenter: ScriptedPresenter
  private let state = Mutex((steps: ["cook", "hand-over", "deliver"][...], waits: [Duration]()))

  init(of id: String, seenOn presenter: ScriptedPresenter) {
    self.id = id
    self.presenter = presenter
  }

  /// How long the flow would have slept before it saw each step.
  var waits: [Duration] { state.withLock(\.waits) }

  func sleep(_ duration: Duration) async throws {
    // The first page is the timeline as it was.
    let seen = presenter.prompts.count - 1
    let step = state.withLock { state -> String? in
      if seen < state.waits.count {
        state.waits[seen] += duration
        return nil
      }
      state.waits.append(duration)
      return state.steps.popFirst()
    }
    if let step {
      let run = try await kitchen("\(step) \(id)")
      #expect(run.status == 0, "\(run.error)")
    } else if waits.last ?? .zero > .seconds(1) {
      throw FlowFailure(.unexpected, "the step is not noticed")
    }
  }
}

/// `cookr track`, and orders that are not there.
@Suite(.freshHome)
struct TrackTests {
  @Test func `a delivered order has all of its steps`() async throws {
    let id = try await deliveredOrder()
    let track = try await cookr("track \(id) --json").result("timeline", Timeline.self)
    #expect(
      track.changes.map(\.status)
        == ["placed", "chef-assigned", "cooking", "on-its-way", "delivered"]
    )
  }

  @Test(arguments: [
    ["track", "ORDER"], ["refund", "ORDER", "--yes"], ["cancel", "ORDER", "--yes"],
    ["meal", "--order", "ORDER", "--yes"],
    ["open", "cookr://track/ORDER"], ["open", "cookr://refund/ORDER", "--yes"],
    ["open", "cookr://tip/ORDER", "--yes"], ["open", "cookr://receipt/ORDER"],
  ])
  func `an unknown order is answered with the nearest`(arguments: [String]) async throws {
    let id = try await placeOrder()
    let near = String(id.dropLast())
    try await cookr(arguments.map { $0.replacing("ORDER", with: near) }).fails(
      13,
      "there is no order '\(near)'",
      help: "did you mean '\(id)'?"
    )
  }

  @Test func `track lists the orders that exist when none is similar`() async throws {
    try await cookr("track A-17").fails(
      13,
      "there is no order 'A-17'",
      help: "'cookr orders' lists them"
    )
    let id = try await placeOrder()
    try await cookr("track A-17").fails(13, "there is no order 'A-17'", help: "choose one of \(id)")
  }
}
