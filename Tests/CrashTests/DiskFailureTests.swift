import Foundation
import ProgramTesting
import Testing

/// The disk fails at one of the changes that `cookr meal` makes, and at each after it.
struct DiskFailureTests {
  /// The statuses that say what may be wrong: the disk is full, the database cannot be written or
  /// has failed, or it is not known, or not written down, what became of the payment.
  private static let statuses: [Int32: Set<Int>] = [
    ENOSPC: [50, 51, 1, 32],
    EIO: [51, 1, 32],
  ]

  @Test(arguments: [ENOSPC, EIO])
  func `a disk that fails ends in one clear error, and the next start is fine`(
    error: Int32
  ) async throws {
    try await sweep(try App(), error, every: 24, { try await $0.meal(.success, $1) }) {
      _,
      run,
      point in
      // Only what follows the delivery, the tip and the closing of the file, may go wrong so.
      #expect(run.output.contains(#""status" : "delivered""#), point)
    }
  }

  @Test func `a disk that fails leaves an order whole or not at all, and one is told which`()
    async throws
  {
    let start = try App()
    _ = try OrderList(try await start.orders())
    var statuses: Set<Int?> = []
    try await start.sweep(
      { try await $0.order($1) },
      every: 2,
      by: { change, folder, _ in .fail(ENOSPC, from: change, below: folder) }
    ) { app, run, point in
      statuses.insert(run.status)
      let entry = try await app.checkedOrder(point)
      guard run.status != 0 else { return #expect(entry?.status == "placed", point) }
      #expect(run.output == "", point)
      let lines = run.error.split(separator: "\n").filter { !$0.contains(": placed") }
      #expect(lines.count == 2, point)
      #expect(lines.first?.hasPrefix("error: ") == true, point)
      #expect(lines.first?.contains("cookr/cookr.sqlite") == true, point)
      #expect(lines.last?.hasPrefix("help: ") == true, point)
      let told = entry.map { "order '\($0.order.id)' is stored;" }
      // A commit that the disk could not be made to keep may be there all the same.
      guard run.status != 1 || run.error.contains(" is stored;") else { return }
      #expect(run.error.contains(" is stored;") == (told != nil), point)
      if let told { #expect(run.error.contains(told), point) }
    }
    #expect(statuses.isSuperset(of: [0, 50, 51]))
  }

  /// Runs `work` while the disk fails with an error from each point of a sweep on: a run that fails
  /// says so in one line, and what another one has done is checked.
  private func sweep(
    _ start: App,
    _ error: Int32,
    every stride: Int,
    _ work: App.Work,
    check: (App, Program.Run, Comment) throws -> Void
  ) async throws {
    try await start.sweep(
      work,
      every: stride,
      offset: Int(error),
      by: { change, folder, _ in .fail(error, from: change, below: folder) }
    ) { app, run, point in
      let status = try #require(run.status, point)
      _ = try await app.checkedOrder(point)
      guard status != 0 else { return try check(app, run, point) }
      #expect(Self.statuses[error]?.contains(status) == true, point)
      #expect(run.error.split(separator: "\n").count { $0.hasPrefix("error: ") } == 1, point)
      #expect(run.output == "", point)
    }
  }

  private static let verbs = [
    "cancel", "refund", "accept", "decline", "cook", "hand-over", "deliver", "give-up",
  ]

  @Test(arguments: verbs, [ENOSPC, EIO])
  func `a disk that fails while an order is moved on ends in one clear error`(
    verb: String,
    error: Int32
  ) async throws {
    let (start, order) = try await App.ready(for: verb)
    let before = try Books.standing(in: start)
    let price = try Books.balance(in: start)
    try await sweep(start, error, every: 9, { try await $0.perform(verb, order, $1) }) {
      app,
      _,
      point in
      // What was said to be done is done.
      let isMoved = try Books.standing(in: app) != before || Books.balance(in: app) != price
      #expect(isMoved, point)
    }
  }
}
