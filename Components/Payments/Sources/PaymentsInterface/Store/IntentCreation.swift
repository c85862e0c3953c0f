/// What came of writing down an intent.
public enum IntentCreation: Sendable, Hashable {
  /// It is written, pending, and owned by whoever asked.
  case created
  /// Nothing is written: this one, pending or captured, stands for the same reference and purpose.
  case exists(PaymentIntent)
}
