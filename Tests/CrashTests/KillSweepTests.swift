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
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.meal(card, $0) }
    try #require(count > 50)

    var (runs, kills) = (0, 0)
    let offset = Card.allCases.firstIndex(of: card) ?? 0
    for (index, change) in Sweep.points(upTo: count, every: 17, offset: offset).enumerated() {
      for tears in Sweep.tearing(at: index) {
        let app = try App(copying: start)
        let point: Comment = "\(card), change \(change) of \(count), torn: \(tears)"
        let killSwitch = KillSwitch.kill(before: change, below: app.data, tearing: tears)
        let killed = try await app.meal(card, killSwitch)
        // A run that has less to wait for makes a few changes less than the one that was counted.
        #expect(killed.signal == 9 || change > count / 2 && killed.status == card.status, point)
        runs += 1
        kills += killed.signal == 9 ? 1 : 0
        try await expectWholeness(of: app, card, point)
      }
    }
    #expect(kills > runs * 3 / 4)
  }

  @Test(arguments: [Card.success, .timeoutAfter])
  func `the start that repairs a kill may be killed too`(card: Card) async throws {
    let start = try App()
    _ = try OrderList(try await start.orders())
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.meal(card, $0) }

    var kills = 0
    for change in Sweep.points(upTo: count, every: 40, offset: 7) {
      let killed = try App(copying: start)
      let first = try await killed.meal(card, .kill(before: change, below: killed.data))
      #expect(first.signal == 9 || change > count / 2 && first.status == card.status)
      let copy = try App(copying: killed)
      let repairs = try await copy.changes { try await copy.orders($0) }
      for repair in Sweep.points(upTo: repairs, every: 13, offset: change) {
        let app = try App(copying: killed)
        let point: Comment = "\(card), change \(change), then repair \(repair) of \(repairs)"
        let second = try await app.orders(.kill(before: repair, below: app.data))
        // A repair waits for nothing, and makes the same changes each time.
        #expect(second.signal == 9, point)
        kills += 1
        try await expectWholeness(of: app, card, point)
      }
    }
    #expect(kills > 5)
  }

  /// The next start finds a whole order or none, and the order can be brought to its end.
  private func expectWholeness(of app: App, _ card: Card, _ point: Comment) async throws {
    let entry = try OrderList(try await app.orders()).onlyOrder()
    let faults = try Books.faults(in: app)
    #expect(faults == [], point)

    // A card that is charged is used again: a charge that was made before must be found.
    let card = card.status == 0 ? card : .success
    if let entry, entry.status != "delivered" {
      let finished = try await app.finish(entry.order.id, card)
      #expect(finished.status == 0, "\(point): \(finished)")
    } else if entry == nil {
      let ordered = try await app.meal(card)
      #expect(ordered.status == 0, "\(point): \(ordered)")
    }
    let end = try OrderList(try await app.orders()).onlyOrder()
    #expect(end?.status == "delivered", point)
    #expect(entry == nil || end?.order == entry?.order, point)
    let left = try Books.faults(in: app)
    #expect(left == [], point)
  }
}
