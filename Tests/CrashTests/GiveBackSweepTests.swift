import Foundation
import ProgramTesting
import Testing

/// `cookr cancel` and `cookr refund` are killed, or asked to end, before each of their changes to
/// their files: an order is cancelled and its money back, or it is as it was.
struct GiveBackSweepTests {
  @Test
  func `killed anywhere, the order is cancelled with its money back, or lives on with its price`()
    async throws
  {
    let (start, order) = try await App.ready(for: "cancel")
    let price = try Books.balance(in: start)
    var ends: Set<String> = []
    var alive = 0
    let cancel: App.Work = { try await $0.giveBack("cancel", order, $1) }
    try await start.sweep(cancel, every: 6, tears: true, least: 21) { app, killed, point in
      #expect(killed.signal == 9, point)
      let status = try await status(of: app, point)
      #expect(try Books.balance(in: app) == (status == "cancelled" ? 0 : price), point)
      ends.insert(status)
      // Whatever it is, it can be brought to its end.
      guard status == "chef-assigned" else { return }
      alive += 1
      if alive.isMultiple(of: 2) {
        let again = try await app.giveBack("cancel", order)
        #expect(again.status == 0, "\(point): \(again)")
        #expect(try await self.status(of: app, point) == "cancelled", point)
        #expect(try Books.balance(in: app) == 0, point)
      } else {
        let finished = try await app.finish(order, .success)
        #expect(finished.status == 0, "\(point): \(finished)")
        #expect(try await self.status(of: app, point) == "delivered", point)
      }
    }
    #expect(ends == ["chef-assigned", "cancelled"])
  }

  @Test func `killed anywhere, a refund of a delivered meal is made once or not at all`()
    async throws
  {
    let (start, order) = try await App.ready(for: "refund")
    let price = try Books.balance(in: start)
    let tip = try -Books.balance(of: "tips", in: start)
    var balances: Set<Int> = []
    let refund: App.Work = { try await $0.giveBack("refund", order, $1) }
    try await start.sweep(refund, every: 6, tears: true) { app, killed, point in
      #expect(killed.signal == 9, point)
      #expect(try await status(of: app, point) == "delivered", point)
      let balance = try Books.balance(in: app)
      balances.insert(balance)
      let again = try await app.giveBack("refund", order)
      #expect(again.status == (balance == price ? 0 : 31), "\(point): \(again)")
      #expect(try Books.balance(in: app) == tip, point)
    }
    #expect(balances == [price, tip])
  }

  @Test func `a cancellation terminated anywhere says what became of the order`() async throws {
    let (start, order) = try await App.ready(for: "cancel")
    let price = try Books.balance(in: start)
    let cancel: App.Work = { try await $0.giveBack("cancel", order, $1) }
    try await start.sweep(cancel, every: 9, offset: 1, by: Sweep.terminate) { app, run, point in
      let status = try await status(of: app, point)
      #expect(status == (run.status == 130 ? "chef-assigned" : "cancelled"), point)
      // A signal behind the end of all work ends the process by itself.
      #expect([0, 130].contains(run.status) || run.signal == 15, point)
      #expect(try Books.balance(in: app) == (status == "cancelled" ? 0 : price), point)
    }
  }

  @Test func `a meal that is killed anywhere can be cancelled, and costs nothing`() async throws {
    let start = try App()
    _ = try OrderList(try await start.orders())
    let meal: App.Work = { try await $0.meal(.timeoutAfter, $1) }
    try await start.sweep(meal, every: 16, offset: 4) { app, _, point in
      guard let entry = try OrderList(try await app.orders()).onlyOrder() else { return }
      let cancel = try await app.giveBack("cancel", entry.order.id)
      let isTooLate = ["on-its-way", "delivered"].contains(entry.status)
      #expect(cancel.status == (isTooLate ? 14 : 0), "\(point): \(cancel)")
      let end = try await status(of: app, point)
      #expect(end == (isTooLate ? entry.status : "cancelled"), point)
      if !isTooLate { #expect(try Books.balance(in: app) == 0, point) }
    }
  }

  @Test func `an order terminated anywhere is not called cancelled if it is stored`() async throws {
    let start = try App()
    _ = try OrderList(try await start.orders())
    let order: App.Work = { try await $0.order($1) }
    try await start.sweep(order, every: 1, by: Sweep.terminate) { app, run, point in
      let isStored = try OrderList(try await app.orders()).onlyOrder() != nil
      #expect([0, 130].contains(run.status) || run.signal == 15, point)
      #expect(isStored || run.output.isEmpty, point)
      if isStored { #expect(run.error != "cancelled\n", point) }
    }
  }

  /// The one order's status after the next start, with the books in order.
  private func status(of app: App, _ point: Comment) async throws -> String {
    try #require(try await app.checkedOrder(point)?.status, point)
  }
}
