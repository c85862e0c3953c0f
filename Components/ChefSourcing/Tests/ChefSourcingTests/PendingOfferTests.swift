import ChefSourcing
import FlowKit
import FlowTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct PendingOfferTests {
  private let request = Sample.request(place: Sample.market)
  private let choosesAnna = ScriptedAnswer("chef", .choice("anna"))

  @Test func `a chef who does not answer in time is passed over`() async {
    let world = SourcingWorld(["anna": .isSilent])
    let presenter = ScriptedPresenter([
      choosesAnna, ScriptedAnswer("next-chef", .confirmed(true)),
    ])
    async let result = world.flow.start(request, on: presenter)
    await world.clock.someoneSleeps()
    world.clock.advance(by: .seconds(60))
    #expect(await result == .completed(SourcingWorld.assignment(of: "bruno", stars: "4.4")))
    #expect(world.offers.withdrawn == ["anna"])
    #expect(
      presenter.pages.dropFirst().first
        == Page(
          title: "Anna did not answer in time",
          lines: [.text("The offer was taken back.", role: .warning)]
        )
    )
  }

  @Test func `a chef has the whole of the time limit to answer`() async {
    let world = SourcingWorld(["anna": .isSilent])
    let (results, answer) = AsyncStream<FlowResult<ChefAssignment>>.makeStream()
    let handle = world.flow.start(request, on: ScriptedPresenter([choosesAnna])) {
      answer.yield($0)
    }
    await world.clock.someoneSleeps()
    #expect(world.clock.deadlines == [ManualClock.Instant(offset: .seconds(60))])
    handle.cancel()
    #expect(await results.first { _ in true } == .cancelled)
    #expect(world.clock.deadlines == [])
  }

  @Test func `a chef who accepts too late does not get the order`() async throws {
    let world = SourcingWorld(["anna": .acceptsTooLate])
    let presenter = ScriptedPresenter([
      choosesAnna, ScriptedAnswer("next-chef", .confirmed(true)),
    ])
    async let result = world.flow.start(request, on: presenter)
    await world.clock.someoneSleeps()
    world.clock.advance(by: .seconds(60))
    let expected = SourcingWorld.assignment(of: "bruno", stars: "4.4")
    #expect(await result == .completed(expected))
    #expect(try await world.store.assignment(forOrder: "order-1") == expected)
    #expect(world.offers.withdrawn == ["anna"])
  }

  @Test(arguments: [ScriptedOffers.Behaviour.isSilent, .acceptsTooLate])
  func `cancelling takes a pending offer back and leaves no assignment`(
    behaviour: ScriptedOffers.Behaviour
  ) async throws {
    let world = SourcingWorld(["anna": behaviour])
    let (results, answer) = AsyncStream<FlowResult<ChefAssignment>>.makeStream()
    let handle = world.flow.start(request, on: ScriptedPresenter([choosesAnna])) {
      answer.yield($0)
    }
    _ = await world.offers.asked.first { _ in true }
    handle.cancel()
    #expect(await results.first { _ in true } == .cancelled)
    #expect(try await world.store.assignment(forOrder: "order-1") == nil)
    #expect(world.offers.withdrawn == ["anna"])
  }

  @Test func `cancelling does not take back what another run has had accepted`() async throws {
    let world = SourcingWorld(["anna": .isSilent])
    let (results, answer) = AsyncStream<FlowResult<ChefAssignment>>.makeStream()
    let handle = world.flow.start(request, on: ScriptedPresenter([choosesAnna])) {
      answer.yield($0)
    }
    _ = await world.offers.asked.first { _ in true }
    let standing = SourcingWorld.assignment(of: "anna", stars: "4.9")
    _ = try await world.store.save(standing)
    handle.cancel()
    #expect(await results.first { _ in true } == .cancelled)
    #expect(try await world.store.assignment(forOrder: "order-1") == standing)
    #expect(world.offers.withdrawn == [])
  }

  @Test func `cancelling while the acceptance is saved comes too late`() async throws {
    let store = GatedStore()
    let world = SourcingWorld(store: store)
    let (results, answer) = AsyncStream<FlowResult<ChefAssignment>>.makeStream()
    let handle = world.flow.start(request, on: ScriptedPresenter([choosesAnna])) {
      answer.yield($0)
    }
    _ = await store.saving.first { true }
    handle.cancel()
    store.open()
    let expected = SourcingWorld.assignment(of: "anna", stars: "4.9")
    #expect(await results.first { _ in true } == .completed(expected))
    #expect(try await store.assignment(forOrder: "order-1") == expected)
    #expect(world.offers.withdrawn == [])
  }

  @Test func `an order that got another chef meanwhile is refused`() async throws {
    let store = TakenStore(by: SourcingWorld.assignment(of: "carla", stars: "4.0"))
    let world = SourcingWorld(store: store)
    let result = await world.flow.start(request, on: ScriptedPresenter([choosesAnna]))
    let failure = FlowFailure(
      .chefsAssigned,
      "order 'order-1' is assigned to 'carla', so it cannot be assigned to 'anna'",
      help: "start again to see that chef"
    )
    #expect(result == .failed(failure))
    #expect(world.offers.withdrawn == ["anna"])
  }

  @Test func `an assignment that cannot be saved takes the offer back`() async {
    let failure = FlowFailure(.unavailable, "the disk is full")
    let world = SourcingWorld(store: BrokenStore(failure: failure))
    let result = await world.flow.start(request, on: ScriptedPresenter([choosesAnna]))
    #expect(result == .failed(failure))
    #expect(world.offers.withdrawn == ["anna"])
  }

  @Test func `a way to the chefs that fails ends the flow with its reason`() async throws {
    let failure = FlowFailure(.unavailable, "the chefs cannot be reached")
    let world = SourcingWorld(["anna": .fails(failure)])
    let result = await world.flow.start(request, on: ScriptedPresenter([choosesAnna]))
    #expect(result == .failed(failure))
    #expect(try await world.store.assignment(forOrder: "order-1") == nil)
    #expect(world.offers.withdrawn == ["anna"])
  }
}

/// A store in which another run assigns the order between the look and the save.
private struct TakenStore: AssignmentStore {
  let standing: ChefAssignment

  init(by standing: ChefAssignment) {
    self.standing = standing
  }

  func save(_ assignment: ChefAssignment) async throws -> ChefAssignment {
    throw AssignmentConflict(existing: standing, refused: assignment.chefID)
  }

  func assignment(forOrder orderReference: String) async throws -> ChefAssignment? { nil }
}

/// A store that waits within a save until it is opened, and heeds cancellation as databases do.
private struct GatedStore: AssignmentStore {
  let saving: AsyncStream<Void>
  private let noteSaving: AsyncStream<Void>.Continuation
  private let gate: AsyncStream<Void>
  private let opening: AsyncStream<Void>.Continuation
  private let base = InMemoryAssignmentStore()

  init() {
    (saving, noteSaving) = AsyncStream.makeStream()
    (gate, opening) = AsyncStream.makeStream()
  }

  func open() {
    opening.yield()
  }

  func save(_ assignment: ChefAssignment) async throws -> ChefAssignment {
    noteSaving.yield()
    _ = await gate.first { true }
    try Task.checkCancellation()
    return try await base.save(assignment)
  }

  func assignment(forOrder orderReference: String) async throws -> ChefAssignment? {
    try await base.assignment(forOrder: orderReference)
  }
}

/// A store that can be read but not written.
private struct BrokenStore: AssignmentStore {
  let failure: FlowFailure

  func save(_ assignment: ChefAssignment) async throws -> ChefAssignment { throw failure }

  func assignment(forOrder orderReference: String) async throws -> ChefAssignment? { nil }
}
