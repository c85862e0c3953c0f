public import FlowKit

extension FlowFailure.Code {
  /// The pace of the simulated kitchen cannot be used.
  public static let invalidPace = Self(rawValue: "status.invalid-pace", kind: .misconfigured)
}
