public import FlowKit
public import Foundation

/// A kitchen's side of offers.
///
/// Each answer is one transaction that compares and sets: if a kitchen accepts twice at once, or
/// accepts while the customer's side takes the offer back, one of them counts.
public struct ChefDesk: Sendable {
  private let offers: OfferStore
  private let now: @Sendable () -> Date

  public init(offers: OfferStore, now: @escaping @Sendable () -> Date = { Date.now }) {
    self.offers = offers
    self.now = now
  }

  /// The offer of an order that can be answered now; `nil` if there is none.
  public func openOffer(forOrder order: OrderReference) async throws -> OfferRecord? {
    let latest = try await offers.latestOffer(forOrder: order.rawValue)
    return latest.flatMap { $0.isOpen(at: now()) ? $0 : nil }
  }

  public func assignment(forOrder order: OrderReference) async throws -> ChefAssignment? {
    try await offers.assignment(forOrder: order.rawValue)
  }

  /// Accepts the open offer of an order.
  public func accept(_ record: OfferRecord) async throws -> ChefAssignment {
    let instant = now()
    try await end(record, as: .accepted(at: instant), at: instant)
    return ChefAssignment(of: record.offer, at: instant)
  }

  /// Declines the open offer of an order, so that the next best chef is asked.
  public func decline(_ record: OfferRecord, reason: String) async throws {
    try await end(record, as: .declined(reason: reason), at: now())
  }

  private func end(_ record: OfferRecord, as state: OfferState, at instant: Date) async throws {
    let order = record.offer.orderReference
    guard record.isOpen(at: instant) else { throw FlowFailure(noOfferOf: order) }
    let ended = try await offers.end(record, as: state)
    guard ended.state == state else {
      if case .accepted = ended.state {
        throw FlowFailure(.chefsNoOffer, "order '\(order)' is already accepted")
      }
      throw FlowFailure(noOfferOf: order)
    }
  }
}

extension FlowFailure {
  fileprivate init(noOfferOf order: String) {
    self.init(.chefsNoOffer, "the offer of order '\(order)' is not open any more")
  }
}
