/// A cheap check whether any process may have changed a store.
public protocol ChangeCounter: Sendable {
  /// Returns a number that differs from earlier results if any process has stored something since.
  func changeCount() async throws -> Int64
}
