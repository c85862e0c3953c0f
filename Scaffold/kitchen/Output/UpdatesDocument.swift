import Foundation
import StatusUpdatesWebhook

/// `kitchen updates --json`.
struct UpdatesDocument: Encodable {
  struct Updates: Encodable {
    let delivered: Int
    let waiting: Int
    let givenUp: Int
    let problem: String?
    let nextAttempt: Date?
  }

  let schema = 1
  let updates: Updates

  init(_ report: DispatchReport) {
    updates = Updates(
      delivered: report.delivered,
      waiting: report.waiting,
      givenUp: report.givenUp,
      problem: report.problem,
      nextAttempt: report.nextAttempt
    )
  }
}
