/// What money is paid for.
public enum PaymentPurpose: String, Sendable, Hashable, Codable, CaseIterable {
  /// The order: the meal and the chef's fee.
  case meal
  /// A tip that was given after delivery.
  case tip
}
