/// The time limits of a run of the dispatcher.
struct DispatchLimits: Hashable, Sendable {
  /// When failed messages are sent again.
  let retry: RetryPolicy
  /// How long a claim excludes other senders; must exceed the transport's own time limit.
  let claim: Duration
  /// The time after which a run claims no further message.
  let run: Duration

  /// Makes limits.
  init(retry: RetryPolicy, claim: Duration, run: Duration) {
    self.retry = retry
    self.claim = claim
    self.run = run
  }

  /// Claims of 30 seconds and runs of 10.
  static let standard = DispatchLimits(
    retry: .standard,
    claim: .seconds(30),
    run: .seconds(10)
  )
}
