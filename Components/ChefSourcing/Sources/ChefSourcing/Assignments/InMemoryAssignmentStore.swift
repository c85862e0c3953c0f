import Synchronization

/// Keeps assignments as long as the process lives.
public final class InMemoryAssignmentStore: AssignmentStore {
  private let assignments = Mutex<[String: ChefAssignment]>([:])

  /// Makes an empty store.
  public init() {}

  public func save(_ assignment: ChefAssignment) async throws -> ChefAssignment {
    try assignments.withLock { assignments in
      guard let existing = assignments[assignment.orderReference] else {
        assignments[assignment.orderReference] = assignment
        return assignment
      }
      guard existing.chefID == assignment.chefID else {
        throw AssignmentConflict(existing: existing, refused: assignment.chefID)
      }
      return existing
    }
  }

  public func assignment(forOrder orderReference: String) async throws -> ChefAssignment? {
    assignments.withLock { $0[orderReference] }
  }
}
