public import FlowKit

extension FlowFailure.Code {
  /// The webhook's address or secret cannot be used.
  public static let webhookConfiguration = Self(
    rawValue: "status.webhook-configuration",
    kind: .misconfigured
  )
  /// A webhook request's signature is malformed, too old or wrong.
  public static let webhookSignature = Self(rawValue: "status.webhook-signature", kind: .invalid)
}
