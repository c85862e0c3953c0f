import FlowKit
import FlowTesting
import Foundation
import Persistence
import Testing

@testable import ChefSourcing

@Suite(.timeLimit(.minutes(1))) struct PendingOfferTests {
  private let request = Sample.request(place: Sample.market)
  private let choosesAnna = ScriptedAnswer("chef", .choice("anna"))

  @Test func `a chef who does not answer in time is passed over`() async throws {
    let world = SourcingWorld(["anna": .isSilent])
    let presenter = ScriptedPresenter([
      choosesAnna, ScriptedAnswer("next-chef", .confirmed(true)),
    ])
    async let result = world.flow.start(request, on: presenter)
    await world.clock.someoneSleeps()
    world.clock.advance(by: .seconds(60))
    #expect(await result == .completed(SourcingWorld.assignment(of: "bruno", stars: "4.4")))
    #expect(try await world.states == ["anna withdrawn", "bruno accepted"])
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

  @Test func `a chef who accepts before the offer is taken back has the order`() async throws {
    let world = SourcingWorld(["anna": .acceptsTooLate])
    async let result = world.flow.start(request, on: ScriptedPresenter([choosesAnna]))
    await world.clock.someoneSleeps()
    world.clock.advance(by: .seconds(60))
    #expect(await result == .completed(SourcingWorld.assignment(of: "anna", stars: "4.9")))
    #expect(try await world.states == ["anna accepted"])
  }

  @Test(arguments: [
    (ScriptedAnswers.Behaviour.isSilent, "anna withdrawn", FlowResult<ChefAssignment>.cancelled),
    (
      .acceptsTooLate, "anna accepted",
      .completed(SourcingWorld.assignment(of: "anna", stars: "4.9"))
    ),
  ])
  func `cancelling takes a pending offer back, unless the chef was quicker`(
    behaviour: ScriptedAnswers.Behaviour,
    state: String,
    end: FlowResult<ChefAssignment>
  ) async throws {
    let world = SourcingWorld(["anna": behaviour])
    let (results, answer) = AsyncStream<FlowResult<ChefAssignment>>.makeStream()
    let handle = world.flow.start(request, on: ScriptedPresenter([choosesAnna])) {
      answer.yield($0)
    }
    _ = await world.answers.asked.first { _ in true }
    handle.cancel()
    #expect(await results.first { _ in true } == end)
    #expect(try await world.states == [state])
  }

  @Test func `an order that another run has had accepted is answered with that chef`() async throws
  {
    let world = SourcingWorld(["anna": .isSilent])
    let presenter = OtherRunPresenter(base: ScriptedPresenter([choosesAnna])) {
      _ = try await world.accept(as: "carla")
    }
    let result = await world.flow.start(request, on: presenter)
    let standing = try #require(try await world.store.assignment(forOrder: "order-1"))
    #expect(result == .completed(standing))
    #expect(try await world.states == ["carla accepted"])
  }

  @Test(arguments: [
    (
      ScriptedAnswers.Behaviour.answers(.declined(reason: "the oven is full")),
      SourcingWorld.assignment(of: "anna", stars: "4.9"),
      ["anna withdrawn", "carla declined", "anna accepted"]
    ),
    (
      .answers(.accepted(at: Sample.now)),
      ChefAssignment(of: Sample.offer(to: "carla"), at: Sample.now),
      ["anna withdrawn", "carla accepted"]
    ),
  ])
  func `an offer that another run takes back is put again after the other chef's answer`(
    other: ScriptedAnswers.Behaviour,
    assignment: ChefAssignment,
    states: [String]
  ) async throws {
    let world = SourcingWorld(["carla": other])
    var adapters = world.adapters
    adapters.answers = { record in
      guard record.number == 1 else { return try await world.answers.answer(to: record) }
      _ = try await world.store.put(Sample.offer(to: "carla"))
      return try await world.store.end(record, as: .accepted(at: Sample.now))
    }
    let result = await SourcingFlow(adapters).start(request, on: ScriptedPresenter([choosesAnna]))
    #expect(result == .completed(assignment))
    #expect(try await world.states == states)
  }

  @Test func `a chef whose time is over is not asked again, even if another run asks`()
    async throws
  {
    let world = SourcingWorld()
    var adapters = world.adapters
    adapters.answers = { record in
      guard record.number == 1 else { return try await world.answers.answer(to: record) }
      await untilCancelled()
      _ = try await world.store.put(Sample.offer(to: "carla"))
      throw CancellationError()
    }
    let flow = SourcingFlow(adapters)
    let next = ScriptedAnswer("next-chef", .confirmed(true))
    async let result = flow.start(request, on: ScriptedPresenter([choosesAnna, next]))
    await world.clock.someoneSleeps()
    world.clock.advance(by: .seconds(60))
    #expect(await result == .completed(SourcingWorld.assignment(of: "bruno", stars: "4.4")))
    #expect(try await world.states == ["anna withdrawn", "carla withdrawn", "bruno accepted"])
  }

  @Test func `another run's chef who does not answer is waited for no longer than one's own`()
    async throws
  {
    let world = SourcingWorld(["carla": .isSilent])
    var adapters = world.adapters
    adapters.answers = { record in
      guard record.number == 1 else { return try await world.answers.answer(to: record) }
      _ = try await world.store.put(Sample.offer(to: "carla"))
      return try await world.store.end(record, as: .accepted(at: Sample.now))
    }
    let flow = SourcingFlow(adapters)
    async let result = flow.start(request, on: ScriptedPresenter([choosesAnna]))
    _ = await world.answers.asked.first { $0.offer.chefID.rawValue == "carla" }
    await world.clock.someoneSleeps()
    world.clock.advance(by: .seconds(60))
    #expect(await result == .completed(SourcingWorld.assignment(of: "anna", stars: "4.9")))
    #expect(try await world.states == ["anna withdrawn", "carla withdrawn", "anna accepted"])
  }

  @Test func `an answer counts that another run's offer follows at once`() async throws {
    let world = SourcingWorld()
    let answers = KitchenAnswers(store: world.store, clock: world.clock)
    let first = try await world.store.put(Sample.offer())
    let declined = try await world.store.end(first, as: .declined(reason: "the oven is full"))
    _ = try await world.store.put(Sample.offer(to: "luca"))
    #expect(try await answers.answer(to: first) == declined)
  }

  @Test func `an offer that cannot be stored ends the flow with its reason`() async {
    let failure = FlowFailure(.unavailable, "the disk is full")
    let broken = SharedDatabase(inMemory: Schema(OfferStore.tables))
      .observed { if $0.isWrite { throw failure } }
    let world = SourcingWorld(offers: OfferStore(broken))
    let result = await world.flow.start(request, on: ScriptedPresenter([choosesAnna]))
    #expect(result == .failed(failure))
  }

  @Test func `a way to the chefs that fails ends the flow with its reason`() async throws {
    let failure = FlowFailure(.unavailable, "the chefs cannot be reached")
    let world = SourcingWorld(["anna": .fails(failure)])
    let result = await world.flow.start(request, on: ScriptedPresenter([choosesAnna]))
    #expect(result == .failed(failure))
    #expect(try await world.states == ["anna withdrawn"])
  }
}

/// Lets another run go on before the last question is answered.
private struct OtherRunPresenter: Presenter {
  let base: ScriptedPresenter
  let run: @Sendable () async throws -> Void

  func response(to prompt: Prompt) async throws -> Response {
    if prompt.key == "chef" { try await run() }
    return try await base.response(to: prompt)
  }
}

/// The rules of `OfferStore`.
struct OfferStoreTests {
  private let store = OfferStore.inMemory()

  @Test func `the first answer counts`() async throws {
    let record = try await store.put(Sample.offer())
    let declined = try await store.end(record, as: .declined(reason: "the oven is full"))
    #expect(try await store.end(record, as: .accepted(at: Sample.now)) == declined)
    #expect(try await store.end(record, as: .withdrawn) == declined)
    #expect(try await store.assignment(forOrder: "order-1") == nil)
  }

  @Test func `the same offer is put anew once its time is over`() async throws {
    let first = try await store.put(Sample.offer())
    #expect(try await store.put(Sample.offer(madeAt: Sample.now + 59)) == first)
    #expect(try await store.put(Sample.offer(madeAt: Sample.now + 60)).number == 2)
  }

  @Test func `an offer to another chef takes the open one back`() async throws {
    let first = try await store.put(Sample.offer())
    let second = try await store.put(Sample.offer(to: "luca"))
    #expect(second.number == 2)
    #expect(try await store.end(first, as: .accepted(at: Sample.now)).state == .withdrawn)
    #expect(try await store.latestOffer(forOrder: "order-1") == second)
  }
}

/// What kitchens answer.
@Suite struct ChefDeskTests {
  private let store = OfferStore.inMemory()
  private let order = OrderReference(rawValue: "order-1")
  private var desk: ChefDesk { ChefDesk(offers: store, now: { Sample.now }) }

  @Test func `an order that nobody was asked for has no offer and no chef`() async throws {
    #expect(try await store.latestOffer(forOrder: "order-1") == nil)
    #expect(try await desk.openOffer(forOrder: order) == nil)
    #expect(try await desk.assignment(forOrder: order) == nil)
  }

  @Test func `an accepted offer is the order's assignment`() async throws {
    let record = try await store.put(Sample.offer(to: "mai"))
    let assignment = try await desk.accept(record)
    #expect(assignment == ChefAssignment(of: record.offer, at: Sample.now))
    #expect(try await desk.assignment(forOrder: order) == assignment)
    let refusal = FlowFailure(.chefsNoOffer, "order 'order-1' is already accepted")
    await #expect(throws: refusal) { try await desk.decline(record, reason: "the oven is full") }
  }

  @Test func `an offer that was taken back is not accepted`() async throws {
    let first = try await store.put(Sample.offer(to: "mai"))
    let second = try await store.put(Sample.offer(to: "luca"))
    #expect(try await desk.openOffer(forOrder: order) == second)
    let refusal = FlowFailure(.chefsNoOffer, "the offer of order 'order-1' is not open any more")
    await #expect(throws: refusal) { _ = try await desk.accept(first) }
  }

  @Test func `after its time limit an offer is not accepted`() async throws {
    let record = try await store.put(Sample.offer(to: "mai", madeAt: Sample.now - 60))
    #expect(try await desk.openOffer(forOrder: order) == nil)
    await #expect(throws: FlowFailure.self) { _ = try await desk.accept(record) }
    #expect(try await desk.assignment(forOrder: order) == nil)
  }
}
