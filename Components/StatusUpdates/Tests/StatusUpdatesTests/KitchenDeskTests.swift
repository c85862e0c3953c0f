import FlowKit
import Foundation
import StatusUpdatesInterface
import Testing

@testable import StatusUpdates

/// What kitchens may do to orders, and in which order.
@Suite(.timeLimit(.minutes(1)))
struct KitchenDeskTests {
  private let store = InMemoryStatusStore()
  private let clock = TestClock()

  private var tracker: StatusTracker { makeTracker(store, clock) }

  private func desk(_ kitchen: String = "North") throws -> KitchenDesk {
    KitchenDesk(
      of: try KitchenName(kitchen),
      tracker: tracker,
      acceptances: store,
      now: { [clock] in clock.now }
    )
  }

  @Test func `a kitchen leads an order to the door`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    var steps: [[KitchenStep]] = []
    for step in [KitchenStep.accept, .cook, .handOver, .deliver] {
      steps.append(try await desk().take(step, of: .a17).steps(for: KitchenName("North")))
    }
    #expect(steps == [[.cook, .decline], [.handOver, .decline], [.deliver], []])
    let timeline = try await tracker.timeline(of: .a17)
    #expect(timeline.changes.map(\.status) == .wholeWay)
    #expect(
      timeline.changes.map(\.note) == [nil, nil, "North cooks", "a courier has the meal", nil]
    )
  }

  @Test func `a kitchen sees the orders that have a chef, and who cooks them`() async throws {
    try await tracker.lead(.b4, through: [.placed])
    #expect(try await desk().orders() == [])
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let waiting = try await desk().orders()
    #expect(waiting.map(\.timeline.order) == [.a17])
    #expect(waiting.map(\.acceptance) == [nil])
    #expect(try waiting[0].steps(for: KitchenName("North")) == [.accept, .decline])
    let accepted = try await desk().take(.accept, of: .a17)
    #expect(accepted.acceptance == Acceptance(kitchen: try KitchenName("North"), at: clock.now))
    #expect(try await desk("South").orders() == [accepted])
    #expect(try accepted.steps(for: KitchenName("South")) == [])
  }

  @Test(arguments: KitchenStep.allCases)
  func `an order that a kitchen has accepted is no other's`(step: KitchenStep) async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    try await desk().take(.accept, of: .a17)
    let taken = FlowFailure(
      .acceptedElsewhere,
      "order 'A-17' is already accepted by kitchen 'North'"
    )
    await #expect(throws: taken) { try await desk("South").take(step, of: .a17) }
    #expect(try await tracker.timeline(of: .a17).status == .chefAssigned)
  }

  @Test func `an order is cooked only after it was accepted`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let refusal = FlowFailure(
      .notAccepted,
      "order 'A-17' is not accepted yet",
      help: "accept it first, so that no other kitchen cooks it"
    )
    await #expect(throws: refusal) { try await desk().take(.cook, of: .a17) }
  }

  @Test func `a declined order is cancelled`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let declined = try await desk().take(.decline, of: .a17)
    #expect(declined.timeline.latest.status == .cancelled)
    #expect(declined.timeline.latest.note == "declined by North")
  }

  @Test func `what does not follow is refused with what would`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    try await desk().take(.accept, of: .a17)
    await #expect(
      throws: FlowFailure(
        .refusedStep,
        "order 'A-17' is 'chef-assigned' and does not allow 'hand-over', expected 'cook' or 'decline'"
      )
    ) { try await desk().take(.handOver, of: .a17) }
    try await tracker.advance(.a17, to: .cancelled)
    await #expect(
      throws: FlowFailure(.refusedStep, "order 'A-17' is 'cancelled' and does not allow 'cook'")
    ) { try await desk().take(.cook, of: .a17) }
  }

  @Test(arguments: KitchenStep.allCases)
  func `an order without a chef is not for a kitchen`(step: KitchenStep) async throws {
    try await tracker.lead(.a17, through: [.placed])
    let failure = await #expect(throws: FlowFailure.self) {
      try await desk().take(step, of: .a17)
    }
    #expect(failure?.code == .refusedStep)
    let unknown = await #expect(throws: FlowFailure.self) {
      try await desk().take(step, of: .b4)
    }
    #expect(unknown?.code == .unknownOrder)
  }

  @Test func `of two kitchens that accept at once, one has the order`() async throws {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    let racing = AfterReading(base: store) { [store] in
      _ = try await store.accept(
        Acceptance(kitchen: KitchenName("South"), at: Date(timeIntervalSince1970: 0)),
        of: .a17,
        at: 2
      )
    }
    let desk = KitchenDesk(of: try KitchenName("North"), tracker: tracker, acceptances: racing)
    let taken = FlowFailure(
      .acceptedElsewhere,
      "order 'A-17' is already accepted by kitchen 'South'"
    )
    await #expect(throws: taken) { try await desk.take(.accept, of: .a17) }
  }

  @Test func `a customer who cancels while the kitchen hands over wins or loses, not both`()
    async throws
  {
    try await tracker.lead(.a17, through: [.placed, .chefAssigned])
    try await desk().take(.accept, of: .a17)
    try await desk().take(.cook, of: .a17)
    let racing = AfterReading(base: store) { [tracker] in
      try await tracker.advance(.a17, to: .cancelled)
    }
    let desk = KitchenDesk(of: try KitchenName("North"), tracker: tracker, acceptances: racing)
    await #expect(
      throws: FlowFailure(
        .refusedStep,
        "order 'A-17' is 'cancelled' and does not allow 'hand-over'"
      )
    ) { try await desk.take(.handOver, of: .a17) }
    let statuses = try await tracker.timeline(of: .a17).changes.map(\.status)
    #expect(statuses == [.placed, .chefAssigned, .cooking, .cancelled])
  }

  @Test(arguments: ["", "  ", "North\nSouth", String(repeating: "x", count: 41)])
  func `the name of a kitchen is one line`(name: String) {
    let failure = #expect(throws: FlowFailure.self) { try KitchenName(name) }
    #expect(failure?.code == .invalidKitchen)
  }
}

/// Lets somebody else do something after the desk has read an acceptance for the first time.
private actor AfterReading: AcceptanceStore {
  private let base: InMemoryStatusStore
  private var meddle: (@Sendable () async throws -> Void)?

  init(base: InMemoryStatusStore, meddle: @escaping @Sendable () async throws -> Void) {
    self.base = base
    self.meddle = meddle
  }

  func accept(
    _ acceptance: Acceptance,
    of order: OrderReference,
    at sequence: Int
  ) async throws -> AcceptanceOutcome {
    try await base.accept(acceptance, of: order, at: sequence)
  }

  func acceptance(of order: OrderReference) async throws -> Acceptance? {
    let acceptance = try await base.acceptance(of: order)
    try await meddle.take()?()
    return acceptance
  }
}
