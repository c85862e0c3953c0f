import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import Persistence
import StatusUpdates
import Testing

@testable import cookr

/// Where a person is changes by what flows answer, and by nothing else.
struct JourneyTests {
  @Test func `an order leads to looking for a chef`() throws {
    var journey = Journey()
    let order = try Order.sample()
    journey.receive(.ordered(.completed(order)))
    #expect(journey.stage == .sourcing(order))
    #expect(journey.order == order)
  }

  @Test func `backing out of the order ends without one`() {
    var journey = Journey()
    journey.receive(.ordered(.cancelled))
    #expect(journey.ending == .cancelled)
    #expect(journey.order == nil)
  }

  @Test func `a failure keeps the order that was placed`() throws {
    var journey = Journey()
    let order = try Order.sample()
    let failure = FlowFailure(.chefsNone, "nobody cooks")
    journey.receive(.ordered(.completed(order)))
    journey.receive(.sourced(.failed(failure)))
    #expect(journey.ending == .failed(failure))
    #expect(journey.order == order)
  }

  @Test func `an order that was cancelled on the way has not arrived`() throws {
    let order = try Order.sample()
    let reference = OrderReference(order)
    var timeline = try Timeline(order: reference, placedAt: order.placedAt)
    timeline = try timeline.advanced(to: .cancelled, at: order.placedAt)
    var journey = Journey()
    journey.receive(.ordered(.completed(order)))
    journey.receive(.sourced(.completed(.sample)))
    journey.receive(.paid(.completed(try .sample())))
    journey.receive(.followed(.completed(FollowOutcome(timeline: timeline, tip: .notOffered))))
    let failure = FlowFailure(
      .orderCancelled,
      "order '7g4k2-qxm0p' has been cancelled",
      help: "see 'cookr track 7g4k2-qxm0p'"
    )
    #expect(throws: failure) {
      try Console(of: Invocation(of: "cookr"), environment: [:], isJSON: true).print(journey)
    }
  }

  @Test func `an answer that belongs to another stage changes nothing`() throws {
    var journey = Journey()
    journey.receive(.sourced(.completed(ChefAssignment.sample)))
    journey.receive(.paid(.cancelled))
    #expect(journey.stage == .ordering(OrderParameters()))
    #expect(journey.assignment == nil)
  }

  @Test func `an order with a chef goes on with its payment`() throws {
    let order = try Order.sample()
    let journey = Journey(resuming: order, assignment: ChefAssignment.sample, receipt: nil)
    #expect(journey.stage == .paying(order, ChefAssignment.sample))
  }

  @Test func `an order without a chef goes on with looking for one`() throws {
    let order = try Order.sample()
    let journey = Journey(resuming: order, assignment: nil, receipt: nil)
    #expect(journey.stage == .sourcing(order))
  }
}
