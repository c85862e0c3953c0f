/// Tells cheaply whether a store may have changed, whoever changed it.
public protocol ChangeCounter: Sendable {
  /// A number that differs from an earlier one if anything was stored in between, by this process or
  /// by another.
  func changeCount() async throws -> Int64
}
