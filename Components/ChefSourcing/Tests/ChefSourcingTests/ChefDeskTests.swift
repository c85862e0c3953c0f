import FlowKit
import Foundation
import Testing

@testable import ChefSourcing

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
