public import FlowKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The decision of one kitchen to cook an order, which excludes all others.
public struct Acceptance: Hashable, Sendable {
  /// The kitchen that cooks.
  public let kitchen: KitchenName
  /// The time in whole milliseconds.
  public let at: Date

  /// Makes an acceptance.
  public init(kitchen: KitchenName, at: Date) {
    self.kitchen = kitchen
    self.at = at
  }
}

/// Stores which kitchen cooks which order.
///
/// Each method is one transaction. Calls may come from several tasks and several processes at once.
public protocol AcceptanceStore: Sendable {
  /// Stores that a kitchen has accepted an order, which cannot be changed later.
  ///
  /// Stored only if the order's timeline has exactly `sequence` steps, and no kitchen has accepted
  /// the order: of two that try at once, one gets ``AcceptanceOutcome/taken(_:)``.
  func accept(
    _ acceptance: Acceptance,
    of order: OrderReference,
    at sequence: Int
  ) async throws -> AcceptanceOutcome

  /// The acceptance of the order; `nil` if no kitchen has accepted it.
  func acceptance(of order: OrderReference) async throws -> Acceptance?
}

/// Whether an acceptance was stored.
public enum AcceptanceOutcome: Hashable, Sendable {
  /// The kitchen has accepted the order.
  case accepted
  /// A kitchen had already accepted it.
  case taken(Acceptance)
  /// The order's timeline has another number of steps.
  case outdated
}
