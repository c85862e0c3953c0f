#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import FlowKit

/// Money that the processor took for an intent.
public struct Capture: Sendable, Hashable, Codable {
  /// The processor's name for the charge.
  public let charge: ChargeID
  /// What was taken; always the total of the intent's quote.
  public let amount: Money
  /// When it was taken, by the processor's clock.
  public let at: Date

  /// Makes a capture.
  public init(charge: ChargeID, amount: Money, at: Date) {
    self.charge = charge
    self.amount = amount
    self.at = at
  }
}
