public import FlowKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// That a kitchen cooks an order, and no other kitchen.
public struct Acceptance: Hashable, Sendable {
  /// Who cooks.
  public let kitchen: KitchenName
  /// Since when, in whole milliseconds.
  public let at: Date

  /// Makes an acceptance.
  public init(kitchen: KitchenName, at: Date) {
    self.kitchen = kitchen
    self.at = at
  }
}

/// Which kitchen cooks which order.
///
/// Each method is one transaction. Calls may come from several tasks and several processes at once.
public protocol AcceptanceStore: Sendable {
  /// Stores that a kitchen has accepted an order, once for ever.
  ///
  /// Stored only if the order's timeline has exactly `sequence` steps, and no kitchen has accepted
  /// the order: of two who try at once, one is answered ``AcceptanceOutcome/taken(_:)``.
  func accept(
    _ acceptance: Acceptance,
    of order: OrderReference,
    at sequence: Int
  ) async throws -> AcceptanceOutcome

  /// Who has accepted the order; `nil` if no kitchen has.
  func acceptance(of order: OrderReference) async throws -> Acceptance?
}

/// Whether an acceptance was stored.
public enum AcceptanceOutcome: Hashable, Sendable {
  /// The kitchen has the order.
  case accepted
  /// A kitchen has had it before.
  case taken(Acceptance)
  /// The order's timeline has another number of steps.
  case outdated
}
