public import FlowKit

extension FlowFailure.Code {
  /// The order was never placed.
  public static let unknownOrder = Self(rawValue: "status.unknown-order", kind: .notFound)
  /// The order's status cannot become what was asked for.
  public static let refusedStep = Self(rawValue: "status.refused-step", kind: .conflict)
  /// A note is no single line of reasonable length.
  public static let invalidNote = Self(rawValue: "status.invalid-note", kind: .invalid)
  /// A stored timeline has steps that cannot have followed one another.
  public static let damagedTimeline = Self(rawValue: "status.damaged-timeline", kind: .damaged)
  /// Others kept changing the order's status in the same moment.
  public static let contendedOrder = Self(rawValue: "status.contended-order", kind: .conflict)
  /// Another kitchen has accepted the order.
  public static let acceptedElsewhere = Self(
    rawValue: "status.accepted-elsewhere",
    kind: .conflict
  )
  /// No kitchen has accepted the order yet.
  public static let notAccepted = Self(rawValue: "status.not-accepted", kind: .conflict)
  /// The name of a kitchen is no single line of reasonable length.
  public static let invalidKitchen = Self(rawValue: "status.invalid-kitchen", kind: .invalid)
  /// The webhook's address or secret cannot be used.
  public static let webhookConfiguration = Self(
    rawValue: "status.webhook-configuration",
    kind: .misconfigured
  )
  /// A webhook request's signature is malformed, too old or wrong.
  public static let webhookSignature = Self(rawValue: "status.webhook-signature", kind: .invalid)
  /// The pace of the kitchen cannot be used.
  public static let invalidPace = Self(rawValue: "status.invalid-pace", kind: .misconfigured)
}
