import ProgramTesting
import Testing

/// `cookr meal` is killed before each of its changes to its files, and started again.
struct KillSweepTests {
  @Test(arguments: Card.allCases)
  func `killed anywhere, an order is there or not, and charged at most once`(
    card: Card
  ) async throws {
    let start = try App()
    // One card tells of a first start; the others spend their points on what comes after it.
    if card != .success { _ = try OrderList(try await start.orders()) }
    var runs = 0
    var late: [Int] = []
    let offset = Card.allCases.firstIndex(of: card) ?? 0
    let meal: App.Work = { try await $0.meal(card, $1) }
    try await start.sweep(meal, every: 17, offset: offset, tears: true, least: 51) {
      app,
      killed,
      point in
      // A run that has less to wait for makes a few changes less than the one that was counted.
      #expect(killed.signal == 9 || killed.status == card.status, point)
      runs += 1
      if killed.signal != 9 { late.append(runs) }
      try await expectWholeness(of: app, card, point)
    }
    #expect(late.count <= max(1, runs / 4))
    #expect(late.allSatisfy { $0 > runs / 2 })
  }

  @Test(arguments: [Card.success, .timeoutAfter])
  func `the start that repairs a kill may be killed too`(card: Card) async throws {
    let start = try App()
    _ = try OrderList(try await start.orders())
    var kills = 0
    let meal: App.Work = { try await $0.meal(card, $1) }
    try await start.sweep(meal, every: 40, offset: 7) { killed, first, point in
      #expect(first.signal == 9 || first.status == card.status, point)
      try await killed.sweep({ try await $0.orders($1) }, every: 13, offset: kills) {
        app,
        second,
        repair in
        // A repair waits for nothing, and makes the same changes each time.
        #expect(second.signal == 9, "\(point), then \(repair)")
        kills += 1
        try await expectWholeness(of: app, card, "\(point), then \(repair)")
      }
    }
    #expect(kills > 5)
  }

  /// The next start finds a whole order or none, and the order can be brought to its end.
  private func expectWholeness(of app: App, _ card: Card, _ point: Comment) async throws {
    let entry = try await app.checkedOrder(point)
    // A card that is charged is used again: a charge that was made before must be found.
    let card = card.status == 0 ? card : .success
    if let entry, entry.status != "delivered" {
      let finished = try await app.finish(entry.order.id, card)
      #expect(finished.status == 0, "\(point): \(finished)")
    } else if entry == nil {
      let ordered = try await app.meal(card)
      #expect(ordered.status == 0, "\(point): \(ordered)")
    }
    let end = try await app.checkedOrder(point)
    #expect(end?.status == "delivered", point)
    #expect(entry == nil || end?.order == entry?.order, point)
  }
}
