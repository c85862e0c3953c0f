public import FlowKit

extension FlowFailure.Code {
  /// The order was never placed.
  public static let unknownOrder = Self(rawValue: "status.unknown-order", kind: .notFound)
  /// The requested status does not follow from the order's status.
  public static let refusedStep = Self(rawValue: "status.refused-step", kind: .conflict)
  /// A note is not a single line of at most 200 characters.
  public static let invalidNote = Self(rawValue: "status.invalid-note", kind: .invalid)
  /// The steps of a stored timeline are not a valid sequence.
  public static let damagedTimeline = Self(rawValue: "status.damaged-timeline", kind: .damaged)
}
