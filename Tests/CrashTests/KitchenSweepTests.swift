import Foundation
import ProgramTesting
import Testing

/// The kitchen's steps are killed, or asked to end, before each of their changes to the files that
/// the customers' app shares: a step is taken or it is not, and no money is lost by it.
struct KitchenSweepTests {
  private static let steps = ["accept", "decline", "cook", "hand-over", "deliver", "give-up"]
  private static let ends = [
    "accept": "placed, accepted", "decline": "placed, declined", "cook": "cooking, accepted",
    "hand-over": "on-its-way, accepted", "deliver": "delivered, accepted",
    "give-up": "cancelled, accepted",
  ]

  @Test(arguments: steps)
  func `killed anywhere, a step is taken or not, and can be taken again`(
    step: String
  ) async throws {
    let (start, order) = try await App.ready(for: step)
    let before = try Books.standing(in: start)
    let after = try #require(Self.ends[step])
    var ends: Set<String> = []
    let perform: App.Work = { try await $0.perform(step, order, $1) }
    try await start.sweep(perform, every: 4, tears: true, least: 6) { app, killed, point in
      #expect(killed.signal == 9, point)
      let end = try await standing(of: app, point)
      ends.insert(end)
      let again = try await app.perform(step, order)
      #expect(again.status == (end == before ? 0 : 14), "\(point): \(again)")
      let last = try await standing(of: app, point)
      #expect(last == after, point)
    }
    #expect(ends == [before, after])
  }

  @Test(arguments: steps)
  func `a kitchen step terminated anywhere says whether it was taken`(step: String) async throws {
    let (start, order) = try await App.ready(for: step)
    let before = try Books.standing(in: start)
    let perform: App.Work = { try await $0.perform(step, order, $1) }
    try await start.sweep(perform, every: 6, offset: 1, by: Sweep.terminate) { app, run, point in
      let end = try await standing(of: app, point)
      #expect(end == (run.status == 130 ? before : Self.ends[step]), point)
      // A signal behind the end of all work ends the process by itself.
      #expect([0, 130].contains(run.status) || run.signal == 15, point)
    }
  }

  @Test func `a cancellation killed anywhere leaves the order either refunded or delivered`()
    async throws
  {
    let (start, order) = try await App.ready(for: "cancel")
    var ends: Set<String> = []
    let cancel: App.Work = { try await $0.giveBack("cancel", order, $1) }
    try await start.sweep(cancel, every: 10, offset: 2) { app, _, point in
      // The kitchen comes before the customer's app is started again.
      for step in ["cook", "hand-over", "deliver"] { _ = try await app.take(step, of: order) }
      let end = try await standing(of: app, point)
      ends.insert(end)
      let isCancelled = end == "cancelled, accepted"
      #expect(try (Books.balance(in: app) == 0) == isCancelled, point)
    }
    #expect(ends == ["cancelled, accepted", "delivered, accepted"])
  }

  /// Two programs at once on one offered, or one paid, order: one of the two counts, and the other
  /// is refused.
  @Test(arguments: [
    ("accept", "accept"), ("accept", "decline"), ("accept", "cancel"), ("decline", "cancel"),
    ("decline", "decline"), ("cook", "cancel"), ("hand-over", "cancel"), ("give-up", "cancel"),
  ])
  func `one of two simultaneous steps counts, or the second follows the first`(
    first: String,
    second: String
  ) async throws {
    let (start, order) = try await App.ready(for: first)
    for round in 0..<(Sweep.isWhole ? 20 : 3) {
      let app = try App(copying: start)
      async let one = app.perform(first, order)
      async let other = app.perform(second, order)
      let runs = try await [one, other]
      let point: Comment = "\(first), \(second), round \(round): \(runs)"
      #expect(runs.allSatisfy { [0, 14].contains($0.status) }, point)
      #expect(runs.contains { $0.status == 0 }, point)
      let end = try await standing(of: app, point)
      if second == "cancel", runs[1].status == 0 {
        #expect(end.hasPrefix("cancelled"), point)
        #expect(try Books.balance(in: app) == 0, point)
      } else if let expected = Self.ends[first], runs[0].status == 0, second != "decline" {
        #expect(end == expected, point)
      }
      // Both apps tell the same end.
      let isListed = try await app.kitchenOrders().output.contains(order)
      #expect(isListed == !(end.hasPrefix("cancelled") || end == "placed, declined"), point)
    }
  }

  /// Where the one order is after the next start of the customers' app, with the books in order.
  private func standing(of app: App, _ point: Comment) async throws -> String {
    #expect(try await app.checkedOrder(point) != nil, point)
    return try Books.standing(in: app)
  }
}
