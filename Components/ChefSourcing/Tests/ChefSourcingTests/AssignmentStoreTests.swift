import ChefSourcing
import FlowKit
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AssignmentStoreTests {
  private let store = InMemoryAssignmentStore()

  @Test func `an order without an assignment has none`() async throws {
    #expect(try await store.assignment(forOrder: "order-1") == nil)
  }

  @Test func `a saved assignment is found by its order`() async throws {
    let assignment = assignment(of: "mai", etaMinutes: 30)
    #expect(try await store.save(assignment) == assignment)
    #expect(try await store.assignment(forOrder: "order-1") == assignment)
    #expect(try await store.assignment(forOrder: "order-2") == nil)
  }

  @Test func `the same chef again keeps the first assignment`() async throws {
    let first = assignment(of: "mai", etaMinutes: 30)
    _ = try await store.save(first)
    #expect(try await store.save(assignment(of: "mai", etaMinutes: 45)) == first)
    #expect(try await store.assignment(forOrder: "order-1") == first)
  }

  @Test func `another chef for the same order is refused and changes nothing`() async throws {
    let first = assignment(of: "mai", etaMinutes: 30)
    _ = try await store.save(first)
    let refusal = AssignmentConflict(existing: first, refused: Chef.ID(rawValue: "luca"))
    await #expect(throws: refusal) {
      _ = try await store.save(assignment(of: "luca", etaMinutes: 20))
    }
    #expect(try await store.assignment(forOrder: "order-1") == first)
  }

  private func assignment(of chef: String, etaMinutes: Int) -> ChefAssignment {
    ChefAssignment(
      orderReference: "order-1",
      chefID: Chef.ID(rawValue: chef),
      chefName: chef,
      neighbourhood: "Old Harbour",
      destination: "Mill Bank",
      explanation: "4.9 stars",
      distance: Distance(metres: 1200),
      fee: Money(minorUnits: 590, currency: .eur),
      etaMinutes: etaMinutes,
      assignedAt: Date(timeIntervalSince1970: 1_800_000_000)
    )
  }
}
