/// How an attempt to charge a card ended; final.
public enum PaymentOutcome: Sendable, Hashable, Codable {
  /// The money was taken.
  case captured(Capture)
  /// The card's bank refused; nothing was taken.
  case declined(DeclineReason)
  /// Nothing was taken, for another reason, in words for the person.
  case failed(reason: String)
}

extension PaymentOutcome {
  /// The outcome's stable name: `captured`, `declined` or `failed`.
  public var name: String {
    switch self {
    case .captured: "captured"
    case .declined: "declined"
    case .failed: "failed"
    }
  }
}
