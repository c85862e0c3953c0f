public import FlowKit

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
public struct WebhookEvent: Hashable, Sendable, Codable {
  /// The version of this form: 1.
  public let version: Int
  /// The same each time the event is sent.
  public let id: MessageID
  /// The order that changed.
  public let order: OrderReference
  /// The change's place in the order's timeline, from 1; a gap means that a message was given up.
  public let sequence: Int
  /// What the order became.
  public let status: Status
  /// What it was before; absent for an order that was just placed.
  public let previous: Status?
  /// When it changed: ISO 8601 in UTC with milliseconds.
  public let at: String
  /// A line of words about the change.
  public let note: String?

  /// Describes the latest change of a timeline.
  public init(_ timeline: Timeline, id: MessageID) {
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
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private static let timestamp = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
