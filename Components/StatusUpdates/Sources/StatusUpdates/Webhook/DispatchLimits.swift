/// How long things may take in a run of the dispatcher.
public struct DispatchLimits: Hashable, Sendable {
  /// When failed messages are tried again.
  public let retry: RetryPolicy
  /// How long a claim keeps others away; must exceed the transport's own time limit.
  public let claim: Duration
  /// After how long a run claims no further message.
  public let run: Duration

  /// Makes limits.
  public init(retry: RetryPolicy, claim: Duration, run: Duration) {
    self.retry = retry
    self.claim = claim
    self.run = run
  }

  /// Claims of 30 seconds and runs of 10.
  public static let standard = DispatchLimits(
    retry: .standard,
    claim: .seconds(30),
    run: .seconds(10)
  )
}
