import FlowKit
import Synchronization

/// Keeps orders for as long as the process lives: for previews and tests.
public final class InMemoryOrderStore: OrderStore {
  private let saved = Mutex<[Order]>([])

  /// Makes an empty store.
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
