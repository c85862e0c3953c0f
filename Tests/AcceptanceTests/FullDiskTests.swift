#if os(Linux)
  import Foundation
  import ProgramTesting
  import Testing

  /// A disk that has no room from some change to the home folder on.
  @Suite(.freshHome, .timeLimit(.minutes(1)))
  struct FullDiskTests {
    private static let order = ["order", "--dish", "falafel", "--yes", "--json"]

    /// How many changes a run makes to the home folder.
    private func changes(_ arguments: [String]) async throws -> Int {
      let home = Home.current
      let file = FileManager.default.temporaryDirectory
        .appending(path: "changes-\(UUID().uuidString)").path(percentEncoded: false)
      defer { try? FileManager.default.removeItem(atPath: file) }
      let run = try await cookr(arguments, killSwitch: .count(below: home.folder, into: file))
      try #require(run.status == 0, "\(run.error)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func expectClearFailure(_ run: Program.Run, at change: Int) {
      let lines = run.error.split(separator: "\n")
      #expect([50, 51].contains(run.status), "change \(change): \(run)")
      #expect(run.output == "")
      #expect(lines.count == 2, "change \(change): \(run.error)")
      #expect(lines.first?.hasPrefix("error: ") == true)
      #expect(lines.last?.hasPrefix("help: ") == true)
    }

    @Test func `an order on a full disk is stored whole or not at all`() async throws {
      let file = Home.current.database
      _ = try await placeOrder()
      let count = try await changes(Self.order)
      var stored = try await orders()
      for change in 1...count {
        let run = try await cookr(
          Self.order,
          killSwitch: .fail(ENOSPC, from: change, below: Home.current.folder)
        )
        let now = try await orders()
        if run.status == 0 {
          let order = try run.result(OrderResult.self).order
          #expect(now == [OrdersResult.Entry(order: order, status: "placed")] + stored)
        } else {
          expectClearFailure(run, at: change)
          #expect(now.dropFirst(now.count - stored.count) == stored[...])
          #expect(now.count <= stored.count + 1)
        }
        stored = now
      }
      #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func `a first order on a full disk leaves nothing that a second trips over`()
      async throws
    {
      let count = try await changes(Self.order)
      let data = Home.current.path(".local")
      for change in stride(from: 1, through: count, by: 3) {
        try FileManager.default.removeItem(atPath: data)
        let run = try await cookr(
          Self.order,
          killSwitch: .fail(ENOSPC, from: change, below: Home.current.folder)
        )
        if run.status != 0 { expectClearFailure(run, at: change) }
        let before = try await orders().count
        #expect(before <= 1)
        _ = try await placeOrder()
        #expect(try await orders().count == before + 1)
      }
    }
  }
#endif
