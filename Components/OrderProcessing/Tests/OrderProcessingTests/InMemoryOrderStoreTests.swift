import FlowKit
import Foundation
import OrderProcessing
import Testing

struct InMemoryOrderStoreTests {
  private let store = InMemoryOrderStore()

  @Test func `a saved order is found by its identifier`() async throws {
    let order = try Order.sample("a")
    try store.save(order)
    #expect(store.order(OrderID(rawValue: "a")) == order)
    #expect(store.order(OrderID(rawValue: "b")) == nil)
  }

  @Test func `the same order is saved again without a second copy`() async throws {
    let order = try Order.sample("a")
    try store.save(order)
    try store.save(order)
    #expect(store.newestOrders(limit: 10) == [order])
  }

  @Test func `another order under a stored identifier is refused and changes nothing`() throws {
    let order = try Order.sample("a")
    try store.save(order)
    #expect(throws: FlowFailure.orderConflict(order.id)) {
      try store.save(try Order.sample("a", quantity: 2))
    }
    #expect(store.newestOrders(limit: 10) == [order])
  }

  @Test func `orders are listed newest first, of one second the last saved first`() throws {
    let older = try Order.sample("older", at: 100)
    let newer = try Order.sample("newer", at: 200)
    let twin = try Order.sample("twin", at: 200)
    for order in [newer, older, twin] { try store.save(order) }
    #expect(store.newestOrders(limit: 10) == [twin, newer, older])
    #expect(store.newestOrders(limit: 2) == [twin, newer])
    #expect(store.newestOrders(limit: 0) == [])
    #expect(store.newestOrders(limit: -1) == [])
  }
}
