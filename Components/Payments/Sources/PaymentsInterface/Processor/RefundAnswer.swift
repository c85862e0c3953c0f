#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a processor made of a refund.
public enum RefundAnswer: Sendable, Hashable, Codable {
  /// The money went back, at a moment by the processor's clock.
  case refunded(at: Date)
  /// The processor refuses to give it back, for a reason in its own words.
  case refused(reason: String)
}
