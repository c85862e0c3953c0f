package import FlowKit
package import Foundation

/// A message to a destination about one change, in the bytes that will be sent.
package struct OutboxMessage: Hashable, Sendable {
  /// The same at each attempt, so that the receiver can recognise duplicates.
  package let id: MessageID
  package let destination: Destination
  package let order: OrderReference
  /// The sequence number of the change; the messages of an order are sent in this sequence.
  package let sequence: Int
  package let body: String
  /// When it was added to the outbox and is first due, in whole milliseconds.
  package let createdAt: Date
  /// How many attempts to send it have failed.
  package var attempts = 0
}

/// The identifier of a message, unique in an outbox; receivers see its text.
package typealias MessageID = Identifier<OutboxMessage>

extension MessageID {
  /// Makes the identifier of the message about a change, which is always the same.
  package init(destination: Destination, order: OrderReference, sequence: Int) {
    self.init(rawValue: "\(destination.rawValue)/\(order.rawValue)/\(sequence)")
  }
}

/// A receiver of messages.
package enum Destination: String, Hashable, Sendable {
  /// The one webhook that the app can be configured with.
  case webhook
  case terminal
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
