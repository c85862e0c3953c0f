import FlowKit
import Synchronization

/// Where orders are kept; each method is one transaction.
public protocol OrderStore: Sendable {
  /// Keeps an order for good; when this returns, it is stored.
  ///
  /// Saving the same order again changes nothing and succeeds, so that a caller may retry.
  ///
  /// - Throws: `FlowFailure.orderConflict(_:)` when another order has its identifier.
  func save(_ order: Order) async throws

  /// The order of that identifier; nil where there is none.
  func order(_ id: OrderID) async throws -> Order?

  /// At most `limit` orders, newest first; of those placed in the same second, the one that was
  /// saved last comes first.
  func newestOrders(limit: Int) async throws -> [Order]
}

/// Keeps orders for as long as the process lives: for previews and tests.
public final class InMemoryOrderStore: OrderStore {
  private let saved = Mutex<[Order]>([])

  public init() {}

  public func save(_ order: Order) throws {
    try saved.withLock { saved in
      if let earlier = saved.first(where: { $0.id == order.id }) {
        guard earlier == order else { throw FlowFailure.orderConflict(order.id) }
        return
      }
      saved.append(order)
    }
  }

  public func order(_ id: OrderID) -> Order? {
    saved.withLock { saved in saved.first { $0.id == id } }
  }

  public func newestOrders(limit: Int) -> [Order] {
    saved.withLock { saved in
      let newest = saved.enumerated().sorted { one, other in
        (one.element.placedAt, one.offset) > (other.element.placedAt, other.offset)
      }
      return newest.prefix(max(0, limit)).map(\.element)
    }
  }
}
