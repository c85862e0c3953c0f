import FlowKit
import Foundation
import Testing

@testable import ChefSourcing

/// What kitchens answer; the app's tests hold the stores of offers to their rules.
@Suite struct ChefDeskTests {
  private let store = InMemoryOfferStore()
  private let order = OrderReference(rawValue: "order-1")
  private var desk: ChefDesk { ChefDesk(offers: store, now: { Sample.now }) }

  private func offer(to chef: String, madeAt seconds: Double = 0) -> ChefOffer {
    let chef = Sample.chef(chef)
    let distance = Distance(metres: 1_000)
    let score = ChefScore(of: chef, for: [Sample.greenCurry], distance: distance)
    return ChefOffer(
      to: RankedChef(chef: chef, distance: distance, score: score),
      for: Sample.request(),
      destination: Sample.market,
      madeAt: Sample.now.addingTimeInterval(seconds),
      within: .seconds(60)
    )
  }

  @Test func `an order that nobody was asked for has no offer and no chef`() async throws {
    #expect(try await store.latestOffer(forOrder: "order-1") == nil)
    #expect(try await desk.openOffer(forOrder: order) == nil)
    #expect(try await desk.assignment(forOrder: order) == nil)
  }

  @Test func `an accepted offer is the order's assignment`() async throws {
    let record = try await store.put(offer(to: "mai"))
    let assignment = try await desk.accept(record)
    #expect(assignment == ChefAssignment(of: record.offer, at: Sample.now))
    #expect(try await desk.assignment(forOrder: order) == assignment)
    let refusal = FlowFailure(.chefsNoOffer, "order 'order-1' is already accepted")
    await #expect(throws: refusal) { try await desk.decline(record, reason: "the oven is full") }
  }

  @Test func `an offer that was taken back is not accepted`() async throws {
    let first = try await store.put(offer(to: "mai"))
    let second = try await store.put(offer(to: "luca"))
    #expect(try await desk.openOffer(forOrder: order) == second)
    let refusal = FlowFailure(.chefsNoOffer, "the offer of order 'order-1' is not open any more")
    await #expect(throws: refusal) { _ = try await desk.accept(first) }
  }

  @Test func `after its time limit an offer is not accepted`() async throws {
    let record = try await store.put(offer(to: "mai", madeAt: -60))
    #expect(try await desk.openOffer(forOrder: order) == nil)
    await #expect(throws: FlowFailure.self) { _ = try await desk.accept(record) }
    #expect(try await desk.assignment(forOrder: order) == nil)
  }
}
