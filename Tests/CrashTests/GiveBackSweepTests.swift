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
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.giveBack("cancel", order, $0) }
    try #require(count > 20)
    let price = try Books.balance(in: start)
    var ends: Set<String> = []
    for (index, change) in Sweep.points(upTo: count, every: 6).enumerated() {
      for tears in Sweep.tearing(at: index) {
        let app = try App(copying: start)
        let point: Comment = "change \(change) of \(count), torn: \(tears)"
        let killSwitch = KillSwitch.kill(before: change, below: app.data, tearing: tears)
        let killed = try await app.giveBack("cancel", order, killSwitch)
        #expect(killed.signal == 9, "\(point): \(killed)")
        let status = try await status(of: app, point)
        #expect(try Books.balance(in: app) == (status == "cancelled" ? 0 : price), point)
        ends.insert(status)
        // Whatever it is, it can be brought to its end.
        guard status == "chef-assigned" else { continue }
        if index.isMultiple(of: 2) {
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
    }
    #expect(ends == ["chef-assigned", "cancelled"])
  }

  @Test func `killed anywhere, a refund of a delivered meal is made once or not at all`()
    async throws
  {
    let (start, order) = try await App.ready(for: "refund")
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.giveBack("refund", order, $0) }
    let price = try Books.balance(in: start)
    let tip = try Books.tips(in: start)
    var balances: Set<Int> = []
    for (index, change) in Sweep.points(upTo: count, every: 6).enumerated() {
      for tears in Sweep.tearing(at: index) {
        let app = try App(copying: start)
        let point: Comment = "change \(change) of \(count), torn: \(tears)"
        let killSwitch = KillSwitch.kill(before: change, below: app.data, tearing: tears)
        let killed = try await app.giveBack("refund", order, killSwitch)
        #expect(killed.signal == 9, "\(point): \(killed)")
        #expect(try await status(of: app, point) == "delivered", point)
        let balance = try Books.balance(in: app)
        balances.insert(balance)
        let again = try await app.giveBack("refund", order)
        #expect(again.status == (balance == price ? 0 : 31), "\(point): \(again)")
        #expect(try Books.balance(in: app) == tip, point)
      }
    }
    #expect(balances == [price, tip])
  }

  @Test func `asked to end anywhere, it says what became of the order`() async throws {
    let (start, order) = try await App.ready(for: "cancel")
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.giveBack("cancel", order, $0) }
    let price = try Books.balance(in: start)
    for change in Sweep.points(upTo: count, every: 9, offset: 1) {
      let app = try App(copying: start)
      let point: Comment = "change \(change) of \(count)"
      let run = try await app.giveBack(
        "cancel",
        order,
        .signal(SIGTERM, before: change, below: app.data)
      )
      let status = try await status(of: app, point)
      #expect(status == (run.status == 130 ? "chef-assigned" : "cancelled"), "\(point): \(run)")
      // A signal behind the end of all work ends the process by itself.
      #expect([0, 130].contains(run.status) || run.signal == 15, "\(point): \(run)")
      #expect(try Books.balance(in: app) == (status == "cancelled" ? 0 : price), point)
    }
  }

  @Test func `a meal that is killed anywhere can be cancelled, and costs nothing`() async throws {
    let start = try App()
    _ = try OrderList(try await start.orders())
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.meal(.timeoutAfter, $0) }
    for change in Sweep.points(upTo: count, every: 16, offset: 4) {
      let app = try App(copying: start)
      let point: Comment = "change \(change) of \(count)"
      let killSwitch = KillSwitch.kill(before: change, below: app.data)
      _ = try await app.meal(.timeoutAfter, killSwitch)
      guard let entry = try OrderList(try await app.orders()).onlyOrder() else { continue }
      let cancel = try await app.giveBack("cancel", entry.order.id)
      let isTooLate = ["on-its-way", "delivered"].contains(entry.status)
      #expect(cancel.status == (isTooLate ? 14 : 0), "\(point): \(cancel)")
      let end = try await status(of: app, point)
      #expect(end == (isTooLate ? entry.status : "cancelled"), point)
      if !isTooLate { #expect(try Books.balance(in: app) == 0, point) }
    }
  }

  @Test func `asked to end anywhere, an order that is stored is not called cancelled`()
    async throws
  {
    let start = try App()
    _ = try OrderList(try await start.orders())
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.order($0) }
    for change in Sweep.points(upTo: count, every: 1) {
      let app = try App(copying: start)
      let run = try await app.order(.signal(SIGTERM, before: change, below: app.data))
      let isStored = try OrderList(try await app.orders()).onlyOrder() != nil
      let point: Comment = "change \(change) of \(count), stored: \(isStored): \(run)"
      #expect([0, 130].contains(run.status) || run.signal == 15, point)
      #expect(isStored || run.output.isEmpty, point)
      if isStored { #expect(run.error != "cancelled\n", point) }
    }
  }

  /// The one order's status after the next start, with the books in order.
  private func status(of app: App, _ point: Comment) async throws -> String {
    let entry = try OrderList(try await app.orders()).onlyOrder()
    let faults = try Books.faults(in: app)
    #expect(faults == [], point)
    return try #require(entry?.status, point)
  }
}
