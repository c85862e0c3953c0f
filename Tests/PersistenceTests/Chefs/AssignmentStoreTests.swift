import ChefSourcing
import Testing

/// The rules of `AssignmentStore`, on the component's own store and on the app's.
struct AssignmentStoreTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(arguments: Medium.allCases)
  func `a saved assignment is found by its order`(medium: Medium) async throws {
    let store = try medium.assignments(in: folder)
    let assignment = ChefAssignment.sample("mai")
    #expect(try await store.assignment(forOrder: "order-1") == nil)
    #expect(try await store.save(assignment) == assignment)
    #expect(try await store.assignment(forOrder: "order-1") == assignment)
    #expect(try await store.assignment(forOrder: "order-2") == nil)
  }

  @Test(arguments: Medium.allCases)
  func `the same chef again keeps the first assignment`(medium: Medium) async throws {
    let store = try medium.assignments(in: folder)
    let first = ChefAssignment.sample("mai")
    _ = try await store.save(first)
    #expect(try await store.save(.sample("mai", etaMinutes: 45)) == first)
    #expect(try await store.assignment(forOrder: "order-1") == first)
  }

  @Test(arguments: Medium.allCases)
  func `another chef for the same order is refused and changes nothing`(
    medium: Medium
  ) async throws {
    let store = try medium.assignments(in: folder)
    let first = ChefAssignment.sample("mai")
    _ = try await store.save(first)
    let refusal = AssignmentConflict(existing: first, refused: Chef.ID(rawValue: "luca"))
    await #expect(throws: refusal) { _ = try await store.save(.sample("luca")) }
    #expect(try await store.assignment(forOrder: "order-1") == first)
  }
}
