#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One step of an order, as it is stored.
public struct StatusChange: Hashable, Sendable, Codable {
  /// The step's place in its order's timeline, from 1, without gaps.
  public let sequence: Int
  /// The new status of the order.
  public let status: Status
  /// The time in whole milliseconds, so that each store returns the same instant.
  public let at: Date
  /// One line about the step, such as the chef's name.
  public let note: String?

  /// Makes a change; ``Timeline`` checks that it may follow another.
  public init(sequence: Int, status: Status, at: Date, note: String? = nil) {
    self.sequence = sequence
    self.status = status
    self.at = at
    self.note = note
  }
}
