import ProgramTesting
import Testing

/// Several runs of the app on one database at once.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct ConcurrencyTests {
  /// Runs the same command eight times at once, whatever else is under test.
  private func eightTimes(_ line: String) async throws -> [Program.Run] {
    try await atOnce(Array(repeating: line, count: 8))
  }

  private func atOnce(_ lines: [String]) async throws -> [Program.Run] {
    let program = Program(inHome: "cookr", environment: ["COOKR_CHEF_ANSWER_SECONDS": "1"])
    return try await withThrowingTaskGroup { group in
      for line in lines {
        let arguments = (line + " --patience 30").split(separator: " ").map(String.init)
        group.addTask { try await program.run(demonstrated(arguments)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `eight meals on a database that is not there yet all succeed`() async throws {
    let runs = try await eightTimes("meal --dish falafel --yes --json")
    let journeys = try runs.map { try $0.result(Journey.self) }
    let stored = try await orders()
    #expect(Set(stored.map(\.order.id)) == Set(journeys.map(\.order.id)))
    #expect(stored.map(\.status) == Array(repeating: "delivered", count: 8))
    let paid = journeys.map(\.receipt.total.minorUnits).sorted()
    #expect(try Ledger.charges(in: Home.current).sorted() == paid)
    #expect(try Ledger.charges(ofSandboxIn: Home.current).sorted() == paid)
    #expect(try Ledger.unbalancedTransactions(in: Home.current) == [])
  }

  @Test func `one order that eight runs pay at once is charged once`() async throws {
    let id = try await placeOrder()
    let runs = try await eightTimes("meal --order \(id) --yes --json")
    #expect(runs.contains { $0.status == 0 })
    #expect(runs.allSatisfy { [0, 14, 32].contains($0.status) }, "\(runs)")
    #expect(try Ledger.charges(in: Home.current).count == 1)
    #expect(try Ledger.charges(ofSandboxIn: Home.current).count == 1)
    #expect(try await orders().map(\.status) == ["delivered"])
  }

  @Test func `one payment that eight runs refund at once goes back once`() async throws {
    let meal = try await cookr("meal --dish falafel --yes --json")
    let journey = try meal.result(Journey.self)
    let runs = try await eightTimes("refund \(journey.order.id) --yes --json")
    #expect(runs.count { $0.status == 0 } == 1, "\(runs)")
    let paid = journey.receipt.total.minorUnits
    #expect(try Ledger.charges(in: Home.current) == [paid, -paid])
  }

  @Test(arguments: 1...4)
  func `an order that some runs bring on and others cancel arrives, or costs nothing`(
    round: Int
  ) async throws {
    let id = try await placeOrder()
    let (meal, cancel) = ("meal --order \(id) --yes --json", "cancel \(id) --yes --json")
    let runs = try await atOnce([meal, cancel, meal, cancel, meal, cancel])
    #expect(runs.allSatisfy { [0, 14, 32].contains($0.status) }, "\(runs)")
    // Whoever ended last may have left a refund to the next start.
    let status = try await orders().map(\.status)
    #expect([["delivered"], ["cancelled"]].contains(status), "\(runs)")
    let charges = try Ledger.charges(in: Home.current)
    if status == ["delivered"] {
      #expect(charges.count == 1, "\(runs)")
    } else {
      #expect(charges.reduce(0, +) == 0 && charges.count <= 2, "\(runs)")
    }
    #expect(try Ledger.unbalancedTransactions(in: Home.current) == [])
  }
}
