import HTTPTypes
import Synchronization

/// A limit for each sender: a number of permits at once, then one for each interval.
final class RateLimit: Sendable {
  private struct Bucket {
    var left: Double
    var filled: ContinuousClock.Instant
  }

  /// The number of senders above which inactive ones are removed.
  private static let mostSenders = 10_000

  private let atOnce: Int
  private let interval: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let buckets = Mutex<[String: Bucket]>([:])

  init(
    atOnce: Int,
    thenEvery interval: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.atOnce = atOnce
    self.interval = interval
    self.now = now
  }

  /// Throws a problem with `Retry-After` if `sender` has no permit left, without using one.
  func check(_ sender: String) throws(Problem) {
    try use(sender, taking: 0)
  }

  /// Uses one permit, or throws a problem with `Retry-After`.
  func take(_ sender: String) throws(Problem) {
    try use(sender, taking: 1)
  }

  private func use(_ sender: String, taking count: Double) throws(Problem) {
    let now = now()
    let missing: Double = buckets.withLock { buckets in
      if buckets.count >= Self.mostSenders {
        buckets = buckets.filter { refilled($0.value, now).left < Double(atOnce) }
      }
      let full = Bucket(left: Double(atOnce), filled: now)
      var bucket = buckets[sender].map { refilled($0, now) } ?? full
      guard bucket.left >= 1 else { return 1 - bucket.left }
      bucket.left -= count
      buckets[sender] = bucket
      return 0
    }
    guard missing > 0 else { return }
    // Less than a microsecond is a rounding error.
    let seconds = max(1, Int((missing * (interval / .seconds(1)) - 1e-6).rounded(.up)))
    throw Problem(
      .tooManyRequests,
      "too many of these requests, try again in \(seconds) s",
      headers: [.retryAfter: String(seconds)]
    )
  }

  private func refilled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Bucket {
    let earned = (now - bucket.filled) / interval
    return Bucket(left: min(Double(atOnce), bucket.left + earned), filled: now)
  }
}
