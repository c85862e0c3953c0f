/// Keeps the one assignment of each order.
///
/// Each method is one transaction.
public protocol AssignmentStore: Sendable {
  /// Saves an assignment and returns the one that stands.
  ///
  /// An order that already has this chef keeps its first assignment, which is returned, so that
  /// saving again after a crash is harmless.
  ///
  /// - Throws: ``AssignmentConflict`` when the order already has another chef; nothing is changed.
  func save(_ assignment: ChefAssignment) async throws -> ChefAssignment

  /// The assignment of an order; nil while it has none.
  func assignment(forOrder orderReference: String) async throws -> ChefAssignment?
}
