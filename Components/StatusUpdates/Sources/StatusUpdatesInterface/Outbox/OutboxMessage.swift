public import FlowKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message to a destination about one change, in the bytes that will be sent.
public struct OutboxMessage: Hashable, Sendable, Codable {
  /// The same at each attempt, so that the receiver can recognise duplicates.
  public let id: MessageID
  /// The receiver.
  public let destination: DestinationName
  /// The order that changed.
  public let order: OrderReference
  /// The sequence number of the change; the messages of an order are sent in this sequence.
  public let sequence: Int
  /// The text to send.
  public let body: String
  /// When it was added to the outbox and is first due, in whole milliseconds.
  public let createdAt: Date

  /// Makes a message about a change of an order.
  public init(
    id: MessageID,
    destination: DestinationName,
    order: OrderReference,
    sequence: Int,
    body: String,
    createdAt: Date
  ) {
    self.id = id
    self.destination = destination
    self.order = order
    self.sequence = sequence
    self.body = body
    self.createdAt = createdAt
  }
}

/// The identifier of a message, unique in an outbox.
public struct MessageID: RawRepresentable, Hashable, Sendable, Codable {
  /// The text that receivers see.
  public let rawValue: String

  /// Makes an identifier from its stored form.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes the identifier of the message about a change, which is always the same.
  public init(destination: DestinationName, order: OrderReference, sequence: Int) {
    rawValue = "\(destination.rawValue)/\(order.rawValue)/\(sequence)"
  }
}

/// The name of a receiver of messages, such as `webhook`.
public struct DestinationName: RawRepresentable, Hashable, Sendable, Codable {
  /// The name.
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The one webhook that the app can be configured with.
  public static let webhook = DestinationName(rawValue: "webhook")
  /// The customer's terminal.
  public static let terminal = DestinationName(rawValue: "terminal")
}
