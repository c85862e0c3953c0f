/// The result of creating an intent.
public enum IntentCreation: Sendable, Hashable {
  /// It is recorded as pending and owned by the calling process.
  case created
  /// Nothing is recorded: this one, pending or captured, has the same reference and purpose.
  case exists(PaymentIntent)
}
