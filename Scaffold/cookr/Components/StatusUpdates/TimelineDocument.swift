import FlowKit
import Foundation
import StatusUpdatesInterface

/// What happened to an order.
struct TimelineDocument: Encodable {
  struct Change: Encodable {
    let status: String
    let at: Date
    let note: String?
  }

  let order: String
  let status: String
  let changes: [Change]

  init(_ timeline: Timeline) {
    order = timeline.order.rawValue
    status = timeline.status.rawValue
    changes = timeline.changes.map { Change(status: $0.status.rawValue, at: $0.at, note: $0.note) }
  }
}
