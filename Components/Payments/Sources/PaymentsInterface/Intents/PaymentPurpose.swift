/// What money is paid for.
public enum PaymentPurpose: String, Sendable, Hashable, Codable, CaseIterable {
  /// The order: meal, delivery, and the tip that was chosen with them.
  case meal
  /// A tip that was given after delivery.
  case tip
}
