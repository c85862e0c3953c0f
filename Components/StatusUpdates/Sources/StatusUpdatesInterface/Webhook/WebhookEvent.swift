import FlowKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON body of a webhook's request.
///
/// ```json
/// {"at":"2026-11-21T09:00:00.000Z","id":"webhook/A-17/3","note":"…","order":"A-17",
///  "previous":"chef-assigned","sequence":3,"status":"cooking","version":1}
/// ```
/// Members may be added under the same version; none is removed or changes its meaning.
struct WebhookEvent: Hashable, Sendable, Codable {
  /// The version of the format: 1.
  let version: Int
  /// The same each time the event is sent.
  let id: MessageID
  /// The order that changed.
  let order: OrderReference
  /// The change's place in the order's timeline, from 1; a gap means that a message was given up.
  let sequence: Int
  /// The new status.
  let status: Status
  /// The status before; absent for `placed`.
  let previous: Status?
  /// The time of the change: ISO 8601 in UTC with milliseconds.
  let at: String
  /// One line about the change.
  let note: String?

  /// Describes the latest change of a timeline.
  init(_ timeline: Timeline, id: MessageID) {
    let change = timeline.latest
    version = 1
    self.id = id
    order = timeline.order
    sequence = change.sequence
    status = change.status
    previous = timeline.changes.dropLast().last?.status
    // The style cuts digits off where a binary fraction lies a hair below its decimal one.
    at = change.at.addingTimeInterval(0.0005).formatted(Self.timestamp)
    note = change.note
  }

  /// The body: one line with sorted names, so that the same event always has the same bytes.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private static let timestamp = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
