public import FlowKit

extension FlowFailure.Code {
  /// The order was never placed.
  public static let unknownOrder = Self(rawValue: "status.unknown-order")
  /// The order's status cannot become what was asked for.
  public static let refusedStep = Self(rawValue: "status.refused-step")
  /// A note is no single line of reasonable length.
  public static let invalidNote = Self(rawValue: "status.invalid-note")
  /// A stored timeline has steps that cannot have followed one another.
  public static let damagedTimeline = Self(rawValue: "status.damaged-timeline")
  /// Others kept changing the order's status in the same moment.
  public static let contendedOrder = Self(rawValue: "status.contended-order")
  /// The webhook's address or secret cannot be used.
  public static let webhookConfiguration = Self(rawValue: "status.webhook-configuration")
  /// A webhook request's signature is malformed, too old or wrong.
  public static let webhookSignature = Self(rawValue: "status.webhook-signature")
  /// The pace of the kitchen cannot be used.
  public static let invalidPace = Self(rawValue: "status.invalid-pace")
}
