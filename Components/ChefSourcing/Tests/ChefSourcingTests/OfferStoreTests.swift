import FlowKit
import Foundation
import Testing

@testable import ChefSourcing

/// The rules of `OfferStore`.
struct OfferStoreTests {
  private let store = OfferStore.inMemory()

  @Test func `an accepted offer is found as the order's assignment`() async throws {
    #expect(try await store.latestOffer(forOrder: "order-1") == nil)
    let record = try await store.put(Sample.offer())
    #expect(try await store.latestOffer(forOrder: "order-1") == record)
    #expect(try await store.assignment(forOrder: "order-1") == nil)
    let accepted = try await store.end(record, as: .accepted(at: Sample.now))
    #expect(accepted.state == .accepted(at: Sample.now))
    let assignment = ChefAssignment(of: record.offer, at: Sample.now)
    #expect(try await store.assignment(forOrder: "order-1") == assignment)
    #expect(try await store.put(Sample.offer(to: "luca")) == accepted)
    #expect(try await store.assignment(forOrder: "order-2") == nil)
  }

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

  @Test func `of many kitchens that answer at once, one is heard`() async throws {
    let record = try await store.put(Sample.offer())
    let states = try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        let answer: OfferState =
          number.isMultiple(of: 2)
          ? .accepted(at: Sample.now + Double(number)) : .declined(reason: "\(number)")
        group.addTask { try await store.end(record, as: answer).state }
      }
      return try await group.reduce(into: Set<OfferState>()) { $0.insert($1) }
    }
    #expect(states.count == 1)
    #expect(try await store.latestOffer(forOrder: "order-1").map { [$0.state] } == Array(states))
  }
}
