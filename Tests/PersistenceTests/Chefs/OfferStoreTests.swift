import ChefSourcing
import FlowKit
import Foundation
import ProgramTesting
import Testing

/// The rules of `OfferStore`, on the component's own store and on the app's.
struct OfferStoreTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(arguments: Medium.allCases)
  func `an accepted offer is found as the order's assignment`(medium: Medium) async throws {
    let store = try medium.offers(in: folder)
    #expect(try await store.latestOffer(forOrder: "order-1") == nil)
    let record = try await store.put(.sample())
    #expect(try await store.latestOffer(forOrder: "order-1") == record)
    #expect(try await store.assignment(forOrder: "order-1") == nil)
    let accepted = try await store.end(record, as: .accepted(at: noon))
    #expect(accepted.state == .accepted(at: noon))
    #expect(
      try await store.assignment(forOrder: "order-1") == ChefAssignment(of: record.offer, at: noon)
    )
    #expect(try await store.put(.sample("bo-wen-tang")) == accepted)
    #expect(try await store.assignment(forOrder: "order-2") == nil)
  }

  @Test(arguments: Medium.allCases)
  func `the first answer counts`(medium: Medium) async throws {
    let store = try medium.offers(in: folder)
    let record = try await store.put(.sample())
    let declined = try await store.end(record, as: .declined(reason: "the oven is full"))
    #expect(try await store.end(record, as: .accepted(at: noon)) == declined)
    #expect(try await store.end(record, as: .withdrawn) == declined)
    #expect(try await store.assignment(forOrder: "order-1") == nil)
  }

  @Test(arguments: Medium.allCases)
  func `the same offer is put anew once its time is over`(medium: Medium) async throws {
    let store = try medium.offers(in: folder)
    let first = try await store.put(.sample())
    #expect(try await store.put(.sample(madeAt: noon + 59)) == first)
    #expect(try await store.put(.sample(madeAt: noon + 60)).number == 2)
  }

  @Test(arguments: Medium.allCases)
  func `an offer to another chef takes the open one back`(medium: Medium) async throws {
    let store = try medium.offers(in: folder)
    let first = try await store.put(.sample())
    let second = try await store.put(.sample("bo-wen-tang"))
    #expect(second.number == 2)
    #expect(try await store.end(first, as: .accepted(at: noon)).state == .withdrawn)
    #expect(try await store.latestOffer(forOrder: "order-1") == second)
  }

  @Test(arguments: Medium.allCases)
  func `of many kitchens that answer at once, one is heard`(medium: Medium) async throws {
    let store = try medium.offers(in: folder)
    let record = try await store.put(.sample())
    let states = try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        let answer: OfferState =
          number.isMultiple(of: 2)
          ? .accepted(at: noon + Double(number)) : .declined(reason: "\(number)")
        group.addTask { try await store.end(record, as: answer).state }
      }
      return try await group.reduce(into: Set<OfferState>()) { $0.insert($1) }
    }
    #expect(states.count == 1)
    #expect(try await store.latestOffer(forOrder: "order-1").map { [$0.state] } == Array(states))
  }
}
