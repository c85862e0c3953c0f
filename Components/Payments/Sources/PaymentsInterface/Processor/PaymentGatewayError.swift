/// Why a call to a processor gave no answer.
///
/// Only ``unreachable`` and ``keyReused`` say that the call did nothing. After any other error, one
/// of an adapter's own included, the money may or may not have moved.
public enum PaymentGatewayError: Error, Sendable, Hashable {
  /// The request never left: no connection, so that nothing can have happened.
  case unreachable
  /// No answer came in time.
  case timedOut
  /// The processor failed in a way that leaves open what it had done by then; with its own words.
  case serverError(String)
  /// The key was used before with other parameters; the call was refused and did nothing.
  case keyReused
}

extension PaymentGatewayError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .unreachable: "the payment processor cannot be reached"
    case .timedOut: "the payment processor did not answer in time"
    case .serverError(let words): "the payment processor failed: \(words)"
    case .keyReused: "the payment processor knows the key from another request"
    }
  }
}
