public import FlowKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is to be told to a destination about one change, in the very bytes that will be sent.
public struct OutboxMessage: Hashable, Sendable, Codable {
  /// The same at each attempt, so that the receiver can recognise what it already has.
  public let id: MessageID
  /// Who is to be told.
  public let destination: DestinationName
  /// Which order changed.
  public let order: OrderReference
  /// Which of the order's changes it is; messages of one order go out in this order.
  public let sequence: Int
  /// The text to send.
  public let body: String
  /// When it was put into the outbox, which is also when it is first due; in whole milliseconds.
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

/// A message by its name, unique in an outbox.
public struct MessageID: RawRepresentable, Hashable, Sendable, Codable {
  /// The name, as receivers see it.
  public let rawValue: String

  /// Makes an identifier from its stored form.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The identifier of the message about a change; the same whenever it is asked for.
  public init(destination: DestinationName, order: OrderReference, sequence: Int) {
    rawValue = "\(destination.rawValue)/\(order.rawValue)/\(sequence)"
  }
}

/// Somebody who is told of changes through the outbox, such as `webhook`.
public struct DestinationName: RawRepresentable, Hashable, Sendable, Codable {
  /// The name.
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The one webhook that the app can be configured with.
  public static let webhook = DestinationName(rawValue: "webhook")
}
