import Foundation
import ProgramTesting
import Testing

/// `cookr cancel`: as long as the meal is not on its way, with the money back.
@Suite(.freshHome, .timeLimit(.minutes(3)))
struct CancelTests {
  private func status(of id: String) async throws -> String {
    try await cookr("track \(id) --json").result(TrackResult.self).timeline.status
  }

  @Test func `an order that was not paid ends, and nothing is charged`() async throws {
    let id = try await placeOrder()
    let cancelled = try await cookr("cancel \(id) --yes --json").result(TrackResult.self)
    let steps = ["placed", "cancelled"].map(TrackResult.Timeline.Change.init)
    #expect(
      cancelled == TrackResult(timeline: .init(order: id, status: "cancelled", changes: steps))
    )
    #expect(try await cookr("track \(id) --json").result(TrackResult.self) == cancelled)
    #expect(try Ledger.charges(in: Home.current) == [])
  }

  @Test func `an order that was paid gives all of it back`() async throws {
    let id = try await placeOrder()
    let program = try await TerminalProgram.cooking(id)
    program.signal(SIGTERM)
    #expect(try await program.end() == 130)
    let paid = try Ledger.charges(in: Home.current)
    #expect(paid.count == 1)
    let cancelled = try await cookr("cancel \(id) --yes --json").result(TrackResult.self).timeline
    #expect(cancelled.status == "cancelled")
    #expect(try Ledger.charges(in: Home.current) == paid + paid.map(-))
    #expect(try Ledger.unbalancedTransactions(in: Home.current) == [])
  }

  @Test func `it asks first, and "no" leaves the order as it is`() async throws {
    let id = try await placeOrder()
    let unanswered = try await cookr("cancel \(id)")
    #expect(unanswered.status == 11)
    #expect(
      unanswered.error == """
        error: no answer to 'cancel' (Cancel order \(id)?)
        help: give --yes, or run it in a terminal

        """
    )
    let refused = try await cookr("cancel \(id)", input: "no\n")
    #expect(refused.status == 130)
    #expect(refused.error == "cancelled\n")
    #expect(try await status(of: id) == "placed")
  }

  @Test func `an order that has ended is refused`() async throws {
    let cancelled = try await placeOrder()
    #expect(try await cookr("cancel \(cancelled) --yes").status == 0)
    let meal = try await cookr("meal --dish falafel --yes --json")
    let delivered = try meal.result(JourneyResult.self).order.id
    for (id, status) in [(cancelled, "cancelled"), (delivered, "delivered")] {
      let run = try await cookr("cancel \(id) --yes --json")
      #expect(run.status == 14)
      #expect(run.output == "")
      #expect(
        run.error == """
          error: order '\(id)' is \(status) and cannot be cancelled any more
          help: 'cookr refund \(id)' gives money back

          """
      )
    }
    #expect(try Ledger.charges(in: Home.current).count == 1)
  }
}
