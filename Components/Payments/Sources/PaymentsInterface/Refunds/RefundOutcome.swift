#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How an attempt to give money back ended; final.
public enum RefundOutcome: Sendable, Hashable, Codable {
  /// The money went back, at a moment by the processor's clock.
  case refunded(at: Date)
  /// Nothing went back, with why in words for the person.
  case failed(reason: String)
}

extension RefundOutcome {
  /// The outcome's stable name: `refunded` or `failed`.
  public var name: String {
    switch self {
    case .refunded: "refunded"
    case .failed: "failed"
    }
  }
}
