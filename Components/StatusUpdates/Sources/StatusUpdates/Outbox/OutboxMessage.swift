public import FlowKit
public import Foundation

/// A message to a destination about one change, in the bytes that will be sent.
public struct OutboxMessage: Hashable, Sendable {
  /// The same at each attempt, so that the receiver can recognise duplicates.
  public let id: MessageID
  public let destination: DestinationName
  public let order: OrderReference
  /// The sequence number of the change; the messages of an order are sent in this sequence.
  public let sequence: Int
  public let body: String
  /// When it was added to the outbox and is first due, in whole milliseconds.
  public let createdAt: Date
}

extension OutboxMessage {
  /// Makes the message about a timeline's latest change; `body` gets its identifier.
  init(
    about timeline: Timeline,
    to destination: DestinationName,
    at instant: Date,
    body: (MessageID) throws -> String
  ) rethrows {
    let sequence = timeline.latest.sequence
    let id = MessageID(destination: destination, order: timeline.order, sequence: sequence)
    self.init(
      id: id,
      destination: destination,
      order: timeline.order,
      sequence: sequence,
      body: try body(id),
      createdAt: instant.wholeMilliseconds
    )
  }
}

/// The identifier of a message, unique in an outbox; receivers see its text.
public typealias MessageID = Identifier<OutboxMessage>

extension MessageID {
  /// Makes the identifier of the message about a change, which is always the same.
  public init(destination: DestinationName, order: OrderReference, sequence: Int) {
    self.init(rawValue: "\(destination.rawValue)/\(order.rawValue)/\(sequence)")
  }
}

/// The name of a receiver of messages, such as `webhook`.
public struct DestinationName: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The one webhook that the app can be configured with.
  public static let webhook = DestinationName(rawValue: "webhook")
  /// The customer's terminal.
  public static let terminal = DestinationName(rawValue: "terminal")
}

package struct OutboxEntry: Hashable, Sendable {
  package let message: OutboxMessage
  package let attempts: Int
  package let problem: String?
}

/// A claim of one sender to send a message, and the time at which it lapses.
package struct OutboxClaim: Hashable, Sendable {
  package let id: ClaimID
  package let at: Date
  /// When the claim lapses, so that another sender can take over after a crash.
  package let until: Date

  package init(id: ClaimID, at: Date, until: Date) {
    self.id = id
    self.at = at
    self.until = until
  }
}

package typealias ClaimID = Identifier<OutboxClaim>

package struct OutboxState: Hashable, Sendable {
  package let waiting: Int
  package let givenUp: Int
  /// Why the last attempt failed: of the waiting message that is due next or, if none has failed,
  /// of the one that was given up last; `nil` if no attempt has failed.
  package var problem: String?
  /// When the next message can be claimed, which may be in the past; `nil` if none waits.
  package var nextAttempt: Date?
}
