package import FlowKit
import Foundation

/// The JSON body of a webhook's request.
///
/// ```json
/// {"at":"2026-11-21T09:00:00.000Z","id":"webhook/A-17/3","note":"…","order":"A-17",
///  "previous":"chef-assigned","sequence":3,"status":"cooking","version":1}
/// ```
/// Members may be added under the same version; none is removed or changes its meaning.
struct WebhookEvent: Hashable, Sendable, Codable {
  let version: Int
  /// The same each time the event is sent.
  let id: MessageID
  let order: OrderReference
  /// The change's place in the order's timeline, from 1; a gap means that a message was given up.
  let sequence: Int
  let status: Status
  /// The status before; absent for `placed`.
  let previous: Status?
  /// The time of the change: ISO 8601 in UTC with milliseconds.
  let at: String
  let note: String?

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

extension Setting {
  /// Where the webhook goes; `code` is that of an invalid address.
  package static func webhookAddress(code: FlowFailure.Code = .invalidSetting) -> Setting {
    Setting(
      "COOKR_WEBHOOK_URL",
      expected: "an http or https address without user, password and fragment",
      help: "an address looks like 'https://example.org/orders'",
      code: code
    )
  }
}
