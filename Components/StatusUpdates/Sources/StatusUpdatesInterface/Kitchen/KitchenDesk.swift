public import FlowKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The orders as a kitchen sees them, and the steps that it takes.
///
/// Each step is one transaction that compares and sets: if a customer cancels while the kitchen
/// hands over, one of them is refused.
public struct KitchenDesk: Sendable {
  private let kitchen: KitchenName
  private let tracker: StatusTracker
  private let acceptances: any AcceptanceStore
  private let now: @Sendable () -> Date

  /// Makes the desk of a kitchen; `acceptances` must belong to the tracker's store.
  public init(
    of kitchen: KitchenName,
    tracker: StatusTracker,
    acceptances: any AcceptanceStore,
    now: @escaping @Sendable () -> Date = { Date.now }
  ) {
    self.kitchen = kitchen
    self.tracker = tracker
    self.acceptances = acceptances
    self.now = now
  }

  /// The orders that are for a kitchen: under way, and with a chef.
  public func orders() async throws -> [KitchenOrder] {
    var orders: [KitchenOrder] = []
    for timeline in try await tracker.openTimelines() where timeline.status != .placed {
      orders.append(try await order(with: timeline))
    }
    return orders
  }

  /// Takes a step of an order, and returns the order after it.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/unknownOrder``,
  ///   ``FlowFailure/Code/acceptedElsewhere``, ``FlowFailure/Code/notAccepted``,
  ///   ``FlowFailure/Code/refusedStep`` or ``FlowFailure/Code/contendedOrder``; what the stores
  ///   throw. Then nothing is stored.
  @discardableResult
  public func take(
    _ step: KitchenStep,
    of reference: OrderReference
  ) async throws -> KitchenOrder {
    try reference.validate()
    // Each failed attempt means that another process advanced the order, which it can only do until
    // the last status.
    for _ in Status.allCases {
      let order = try await order(with: try await tracker.timeline(of: reference))
      if let refusal = order.refusal(of: step, by: kitchen) { throw refusal }
      if let taken = try await take(step, of: order) { return taken }
    }
    throw FlowFailure(
      .contendedOrder,
      "the status of order '\(reference)' kept changing",
      help: "try again"
    )
  }

  /// The order after the step; `nil` if it has moved on since it was read.
  private func take(_ step: KitchenStep, of order: KitchenOrder) async throws -> KitchenOrder? {
    guard let status = step.status else { return try await accept(order) }
    let moved = try await tracker.advance(order.timeline, to: status, note: note(on: step))
    return moved.map { KitchenOrder(timeline: $0, acceptance: order.acceptance) }
  }

  private func accept(_ order: KitchenOrder) async throws -> KitchenOrder? {
    let acceptance = Acceptance(kitchen: kitchen, at: now().wholeMilliseconds)
    let outcome = try await acceptances.accept(
      acceptance,
      of: order.timeline.order,
      at: order.timeline.latest.sequence
    )
    return outcome == .accepted
      ? KitchenOrder(timeline: order.timeline, acceptance: acceptance) : nil
  }

  private func note(on step: KitchenStep) -> String? {
    switch step {
    case .cook: "\(kitchen) cooks"
    case .handOver: "a courier has the meal"
    case .decline: "declined by \(kitchen)"
    case .accept, .deliver: nil
    }
  }

  private func order(with timeline: Timeline) async throws -> KitchenOrder {
    KitchenOrder(
      timeline: timeline,
      acceptance: try await acceptances.acceptance(of: timeline.order)
    )
  }
}
