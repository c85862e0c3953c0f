import FlowKit
import OrderProcessing
import OrderProcessingStorage
import Persistence
import ProgramTesting
import Testing

struct OrderStoreTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test func `a saved order is found by its identifier`() async throws {
    let store = SQLiteOrderStore(try folder.open())
    let order = try Order.sample("a")
    try await store.save(order)
    #expect(try await store.order(OrderID(rawValue: "a")) == order)
    #expect(try await store.order(OrderID(rawValue: "b")) == nil)
  }

  @Test func `the same order is saved again without a second copy`() async throws {
    let store = SQLiteOrderStore(try folder.open())
    let order = try Order.sample("a")
    for _ in 1...2 { try await store.save(order) }
    #expect(try await store.newestOrders(limit: 10) == [order])
  }

  @Test func `another order under a stored identifier is refused and changes nothing`() async throws
  {
    let store = SQLiteOrderStore(try folder.open())
    let order = try Order.sample("a")
    try await store.save(order)
    await #expect(throws: FlowFailure.orderConflict(order.id)) {
      try await store.save(try Order.sample("a", quantity: 2))
    }
    #expect(try await store.newestOrders(limit: 10) == [order])
  }

  @Test func `orders are listed newest first, of one second the last saved first`() async throws {
    let store = SQLiteOrderStore(try folder.open())
    let older = try Order.sample("older", at: 100)
    let newer = try Order.sample("newer", at: 200)
    let twin = try Order.sample("twin", at: 200)
    for order in [newer, older, twin] { try await store.save(order) }
    #expect(try await store.newestOrders(limit: 10) == [twin, newer, older])
    #expect(try await store.newestOrders(limit: 2) == [twin, newer])
    #expect(try await store.newestOrders(limit: 0) == [])
    #expect(try await store.newestOrders(limit: -1) == [])
  }

  @Test func `orders are there after the file is opened again`() async throws {
    let order = try Order.sample("a")
    try await SQLiteOrderStore(try folder.open()).save(order)
    #expect(try await SQLiteOrderStore(try folder.open()).newestOrders(limit: 10) == [order])
  }
}
