import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import Persistence
import StatusUpdates
import Testing

@testable import cookr

/// What the components of the app bring, taken together.
struct AppComponentTests {
  @Test func `no two components bring a flow, a failure or a table of the same name`() {
    let components = AppComponent.all
    for names in [
      components.flatMap(\.flows).map(\.name),
      components.flatMap(\.statuses.keys).map(\.rawValue),
      components.flatMap(\.tables).map(\.identifier),
    ] {
      #expect(Set(names).count == names.count)
    }
  }
}

struct LinkStoreTests {
  @Test func `the link that was opened last is kept`() async throws {
    let store = LinkStore(database: SharedDatabase(inMemory: Schema([LinkStore.tables])))
    #expect(try await store.latest() == nil)
    for link in ["cookr://order/thai", "cookr://track/A-17?x=é"] { try await store.save(link) }
    #expect(try await store.latest() == "cookr://track/A-17?x=é")
  }
}

/// Where a person is changes by what flows answer, and by nothing else.
struct JourneyTests {
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

  @Test func `a flow that is abandoned ends the journey, and what it answers later is not heard`()
    throws
  {
    let order = try Order.sample()
    let ended = Journey().moved(by: .ordered(.completed(order)))
      .moved(by: .sourced(.failed(.abandoned)))
    #expect(ended.ending == .failed(.abandoned))
    #expect(ended.order == order)
    #expect(ended.moved(by: .sourced(.completed(.sample))).stage == ended.stage)
    #expect(throws: FlowFailure.abandoned) { try ended.get(ended.order) }
  }

  @Test func `an answer that belongs to another stage changes nothing`() throws {
    var journey = Journey()
    journey.receive(.sourced(.completed(ChefAssignment.sample)))
    journey.receive(.paid(.cancelled))
    #expect(journey.stage == .ordering(OrderParameters()))
    #expect(journey.assignment == nil)
  }
}
