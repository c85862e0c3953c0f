import FlowKit
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@testable import ChefSourcing

/// The offers of an order, and the kitchens that answer them.
@Suite struct OfferStoreTests {
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
    #expect(try await store.put(offer(to: "luca")).offer.chefID.rawValue == "mai")
  }

  @Test func `the same open offer is put once`() async throws {
    let record = try await store.put(offer(to: "mai"))
    #expect(try await store.put(offer(to: "mai", madeAt: 30)) == record)
    #expect(try await store.put(offer(to: "mai", madeAt: 61)).number == 2)
  }

  @Test func `an offer to another chef takes the open one back`() async throws {
    let first = try await store.put(offer(to: "mai"))
    let second = try await store.put(offer(to: "luca"))
    #expect(store.offers(ofOrder: "order-1").map(\.state) == [.withdrawn, .open])
    #expect(try await desk.openOffer(forOrder: order) == second)
    let refusal = FlowFailure(.chefsNoOffer, "the offer of order 'order-1' is not open any more")
    await #expect(throws: refusal) { _ = try await desk.accept(first) }
  }

  @Test func `of several answers at once, one counts`() async throws {
    let record = try await store.put(offer(to: "mai"))
    let taken = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask { [desk] in
          do {
            if number.isMultiple(of: 2) {
              _ = try await desk.accept(record)
            } else {
              try await desk.decline(record, reason: "reason \(number)")
            }
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    // Those who accept at the same instant say the same.
    let state = try await store.latestOffer(forOrder: "order-1")?.state
    #expect(taken == 1 || state == .accepted(at: Sample.now))
    #expect(state != .open)
  }

  @Test func `after its time limit an offer is not accepted`() async throws {
    let record = try await store.put(offer(to: "mai", madeAt: -60))
    #expect(try await desk.openOffer(forOrder: order) == nil)
    await #expect(throws: FlowFailure.self) { _ = try await desk.accept(record) }
    #expect(try await desk.assignment(forOrder: order) == nil)
  }
}
