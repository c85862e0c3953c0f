public import FlowKit

/// What a person who followed an order has seen.
public struct FollowOutcome: Hashable, Sendable {
  /// The timeline as it stood at the end.
  public let timeline: Timeline
  /// What became of the tip.
  public let tip: Tip

  /// Makes an outcome.
  public init(timeline: Timeline, tip: Tip) {
    self.timeline = timeline
    self.tip = tip
  }

  /// What became of the tip; whatever it is, the order is delivered.
  public enum Tip: Hashable, Sendable {
    /// There was nothing to thank for, or no way to tip.
    case notOffered
    /// The person said no.
    case declined
    /// The person backed out, of the question or of the tip itself.
    case cancelled
    /// The chef has it.
    case given(TipOutcome)
    /// It was wanted and could not be given, or not even asked for.
    case failed(FlowFailure)
  }
}
