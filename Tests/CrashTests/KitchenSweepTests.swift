import Foundation
import ProgramTesting
import Testing

/// The kitchen's steps are killed, or asked to end, before each of their changes to the files that
/// the customers' app shares: a step is taken or it is not, and no money is lost by it.
struct KitchenSweepTests {
  private static let steps = ["accept", "cook", "hand-over", "deliver", "decline"]
  private static let ends = [
    "accept": "chef-assigned, accepted", "cook": "cooking, accepted",
    "hand-over": "on-its-way, accepted", "deliver": "delivered, accepted",
    "decline": "cancelled",
  ]

  /// An app with a paid order that allows the step, and how many changes the step makes.
  private func ready(
    for step: String
  ) async throws -> (start: App, order: String, changes: Int) {
    let start = try App()
    let order = try await start.paidOrder()
    for earlier in Self.steps.prefix(while: { $0 != step }) where step != "decline" {
      try #require(try await start.take(earlier, of: order).status == 0)
    }
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.take(step, of: order, $0) }
    try #require(count > 5)
    return (start, order, count)
  }

  @Test(arguments: steps)
  func `killed anywhere, a step is taken or not, and can be taken again`(
    step: String
  ) async throws {
    let (start, order, count) = try await ready(for: step)
    let before = try Books.standing(in: start)
    let after = try #require(Self.ends[step])
    var ends: Set<String> = []
    for (index, change) in Sweep.points(upTo: count, every: 4).enumerated() {
      for tears in Sweep.tearing(at: index) {
        let app = try App(copying: start)
        let point: Comment = "\(step), change \(change) of \(count), torn: \(tears)"
        let killSwitch = KillSwitch.kill(before: change, below: app.data, tearing: tears)
        let killed = try await app.take(step, of: order, killSwitch)
        #expect(killed.signal == 9, "\(point): \(killed)")
        let end = try await standing(of: app, point)
        ends.insert(end)
        let again = try await app.take(step, of: order)
        #expect(again.status == (end == before ? 0 : 14), "\(point): \(again)")
        let last = try await standing(of: app, point)
        #expect(last == after, point)
      }
    }
    #expect(ends == [before, after])
  }

  @Test(arguments: steps)
  func `asked to end anywhere, it says whether the step was taken`(step: String) async throws {
    let (start, order, count) = try await ready(for: step)
    let before = try Books.standing(in: start)
    for change in Sweep.points(upTo: count, every: 6, offset: 1) {
      let app = try App(copying: start)
      let point: Comment = "\(step), change \(change) of \(count)"
      let run = try await app.take(
        step,
        of: order,
        .signal(SIGTERM, before: change, below: app.data)
      )
      let end = try await standing(of: app, point)
      #expect(end == (run.status == 130 ? before : Self.ends[step]), "\(point): \(run)")
      // A signal behind the end of all work ends the process by itself.
      #expect([0, 130].contains(run.status) || run.signal == 15, "\(point): \(run)")
    }
  }

  @Test(arguments: ["cancel", "refund"])
  func `what a customer was giving back when it was killed, no kitchen delivers`(
    verb: String
  ) async throws {
    let start = try App()
    let order = try await start.paidOrder()
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.giveBack(verb, order, $0) }
    var ends: Set<String> = []
    for change in Sweep.points(upTo: count, every: 10, offset: 2) {
      let app = try App(copying: start)
      let point: Comment = "\(verb), change \(change) of \(count)"
      _ = try await app.giveBack(verb, order, .kill(before: change, below: app.data))
      // The kitchen comes before the customer's app is started again.
      for step in Self.steps.dropLast() { _ = try await app.take(step, of: order) }
      let end = try await standing(of: app, point)
      ends.insert(end)
      let isCancelled = end == "cancelled"
      #expect(try (Books.balance(in: app) == 0) == isCancelled, point)
    }
    #expect(ends == ["cancelled", "delivered, accepted"])
  }

  /// Where the one order is after the next start of the customers' app, with the books in order.
  private func standing(of app: App, _ point: Comment) async throws -> String {
    let orders = try OrderList(try await app.orders())
    #expect(try orders.onlyOrder() != nil, point)
    let faults = try Books.faults(in: app)
    #expect(faults == [], point)
    return try Books.standing(in: app)
  }
}
