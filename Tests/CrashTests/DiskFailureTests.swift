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
    let rehearsal = try App()
    let count = try await rehearsal.changes { try await rehearsal.meal(.success, $0) }
    for change in Sweep.points(upTo: count, every: 24, offset: Int(error)) {
      let app = try App()
      let point: Comment = "error \(error) from change \(change) of \(count)"
      let run = try await app.meal(.success, .fail(error, from: change, below: app.data))
      let errors = run.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      if let status = run.status, status != 0 {
        #expect(Self.statuses[error]?.contains(status) == true, "\(point): \(run)")
        #expect(errors.count == 1, "\(point): \(run)")
        #expect(run.output == "", point)
      } else {
        // Only what follows the delivery, the tip and the closing of the file, may go wrong so.
        #expect(run.status == 0, "\(point): \(run)")
        #expect(run.output.contains(#""status" : "delivered""#), point)
      }
      _ = try OrderList(try await app.orders()).onlyOrder()
      let faults = try Books.faults(in: app)
      #expect(faults == [], point)
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
    let rehearsal = try App(copying: start)
    let count = try await rehearsal.changes { try await rehearsal.perform(verb, order, $0) }
    for change in Sweep.points(upTo: count, every: 9, offset: Int(error)) {
      let app = try App(copying: start)
      let point: Comment = "\(verb), error \(error) from change \(change) of \(count)"
      let run = try await app.perform(verb, order, .fail(error, from: change, below: app.data))
      if run.status != 0 {
        #expect(Self.statuses[error]?.contains(run.status ?? -1) == true, "\(point): \(run)")
        let errors = run.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        #expect(errors.count == 1, "\(point): \(run)")
        #expect(run.output == "", point)
      }
      _ = try OrderList(try await app.orders()).onlyOrder()
      let faults = try Books.faults(in: app)
      #expect(faults == [], point)
      // What was said to be done is done.
      if run.status == 0 {
        let isMoved = try Books.standing(in: app) != before || Books.balance(in: app) != price
        #expect(isMoved, point)
      }
    }
  }
}
