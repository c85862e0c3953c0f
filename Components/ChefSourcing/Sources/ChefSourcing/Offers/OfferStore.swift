import Synchronization

/// Stores the offers of orders to chefs; customers and kitchens share it.
///
/// Each method is one transaction; calls may come from several processes at once. Of an order's
/// offers, at most one is open or accepted, and it is the last.
public protocol OfferStore: Sendable {
  /// Adds an open offer.
  ///
  /// An open offer of the order to another chef is withdrawn. Nothing is added if the order has an
  /// accepted offer, or an open one to the same chef that can still be answered.
  ///
  /// - Returns: the offer that is open or accepted now.
  func put(_ offer: ChefOffer) async throws -> OfferRecord

  /// Ends an offer if it is still open: of two answers at once, the first counts.
  ///
  /// - Returns: the offer with the state that it has now.
  func end(_ record: OfferRecord, as state: OfferState) async throws -> OfferRecord

  /// The last offer of an order; `nil` if no chef was asked.
  func latestOffer(forOrder orderReference: String) async throws -> OfferRecord?

  func assignment(forOrder orderReference: String) async throws -> ChefAssignment?
}

/// Keeps offers as long as the process lives.
public final class InMemoryOfferStore: OfferStore {
  private let records = Mutex<[String: [OfferRecord]]>([:])

  public init() {}

  public func put(_ offer: ChefOffer) async throws -> OfferRecord {
    records.withLock { records in
      var offers = records[offer.orderReference] ?? []
      if let last = offers.last {
        if case .accepted = last.state { return last }
        if last.offer.chefID == offer.chefID, last.isOpen(at: offer.madeAt) { return last }
        if last.state == .open { offers[offers.count - 1].state = .withdrawn }
      }
      let record = OfferRecord(offer, number: offers.count + 1)
      records[offer.orderReference] = offers + [record]
      return record
    }
  }

  public func end(_ record: OfferRecord, as state: OfferState) async throws -> OfferRecord {
    records.withLock { records in
      let order = record.offer.orderReference
      let index = record.number - 1
      guard records[order]?[index].state == .open else { return records[order]?[index] ?? record }
      records[order]?[index].state = state
      return records[order]?[index] ?? record
    }
  }

  public func latestOffer(forOrder orderReference: String) async throws -> OfferRecord? {
    records.withLock { $0[orderReference]?.last }
  }

  public func assignment(forOrder orderReference: String) async throws -> ChefAssignment? {
    let last = try await latestOffer(forOrder: orderReference)
    guard let last, case .accepted(let instant) = last.state else { return nil }
    return ChefAssignment(of: last.offer, at: instant)
  }

  /// All offers of an order, in the order in which they were made.
  package func offers(ofOrder orderReference: String) -> [OfferRecord] {
    records.withLock { $0[orderReference] ?? [] }
  }
}
