#if os(Linux)
  import Foundation
  import ProgramTesting
  import Testing

  /// A disk that has no room from some change to the home folder on.
  @Suite(.freshHome, .timeLimit(.minutes(10)))
  struct FullDiskTests {
    private static let order = ["order", "--dish", "falafel", "--yes", "--json"]

    /// How many changes to the home folder a run makes.
    private func changes(_ arguments: [String]) async throws -> Int {
      let file = Home.current.folder + "-changes"
      defer { try? FileManager.default.removeItem(atPath: file) }
      let run = try await cookr(
        arguments,
        killSwitch: .count(below: Home.current.folder, into: file)
      )
      try #require(run.status == 0, "\(run.error)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func run(_ arguments: [String], failingFrom change: Int) async throws -> Program.Run {
      try await cookr(
        arguments,
        killSwitch: .fail(ENOSPC, from: change, below: Home.current.folder)
      )
    }

    /// Expects one clear line; its status is 1 where all that SQLite says is that a sync has failed.
    private func expectClearFailure(_ run: Program.Run, at change: Int) {
      let lines = run.error.split(separator: "\n").filter { !$0.contains(": placed") }
      #expect([1, 50, 51].contains(run.status), "change \(change): \(run)")
      #expect(run.output == "")
      #expect(lines.count == 2, "change \(change): \(run.error)")
      #expect(lines.first?.hasPrefix("error: ") == true)
      #expect(lines.first?.contains(".local/share/cookr") == true, "change \(change): \(run.error)")
      #expect(lines.last?.hasPrefix("help: ") == true)
    }

    @Test func `an order on a full disk is stored whole or not at all, and one is told which`()
      async throws
    {
      _ = try await placeOrder()
      let count = try await changes(Self.order)
      var stored = try await orders()
      var statuses: Set<Int?> = []
      for change in stride(from: 1, through: count, by: 2) {
        let run = try await run(Self.order, failingFrom: change)
        let now = try await orders()
        let added = now.dropLast(stored.count)
        #expect(Array(now.dropFirst(added.count)) == stored)
        if run.status == 0 {
          let order = try run.result(OrderResult.self).order
          #expect(added == [OrdersResult.Entry(order: order, status: "placed")])
        } else {
          expectClearFailure(run, at: change)
          #expect(added.count <= 1)
          let told = added.first.map { "order '\($0.order.id)' is stored;" }
          // A commit that the disk could not be made to keep may be there all the same.
          if run.status != 1 || run.error.contains(" is stored;") {
            #expect(run.error.contains(" is stored;") == (told != nil), "change \(change): \(run)")
            if let told { #expect(run.error.contains(told)) }
          }
        }
        statuses.insert(run.status)
        stored = now
      }
      #expect(statuses.isSuperset(of: [0, 50, 51]))
    }

    @Test func `a first order on a full disk leaves nothing that a second trips over`()
      async throws
    {
      let count = try await changes(Self.order)
      for change in stride(from: 1, through: count, by: 8) {
        try FileManager.default.removeItem(atPath: Home.current.path(".local"))
        let run = try await run(Self.order, failingFrom: change)
        if run.status != 0 { expectClearFailure(run, at: change) }
        let before = try await orders().count
        #expect(before <= 1)
        _ = try await placeOrder()
        #expect(try await orders().count == before + 1)
      }
    }

    @Test func `a meal on a full disk is charged once, now or when it goes on`() async throws {
      let count = try await changes(["meal", "--dish", "falafel", "--yes", "--json"])
      for change in stride(from: 1, through: count, by: 14) {
        let id = try await placeOrder()
        let meal = ["meal", "--order", id, "--yes", "--json"]
        let before = try Ledger.charges(in: Home.current).count
        let run = try await run(meal, failingFrom: change)
        if run.status != 0 {
          #expect(try await cookr(meal).result(JourneyResult.self).timeline.status == "delivered")
        }
        #expect(try Ledger.charges(in: Home.current).count == before + 1, "change \(change)")
        #expect(try Ledger.charges(ofSandboxIn: Home.current).count == before + 1)
        #expect(try Ledger.unbalancedTransactions(in: Home.current) == [])
      }
    }
  }
#endif
