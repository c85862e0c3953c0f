/// The time limits of a run of the dispatcher.
struct DispatchLimits: Hashable, Sendable {
  /// When failed messages are sent again.
  var retry = RetryPolicy.standard
  /// How long to wait for a whole answer, however slowly it trickles in.
  var answer = Duration.seconds(5)
  /// How long a claim excludes other senders; must exceed `answer`.
  var claim = Duration.seconds(30)
  /// The time after which a run claims no further message.
  var run = Duration.seconds(10)
}

/// When a failed message is sent again, and when it is given up.
struct RetryPolicy: Hashable, Sendable {
  /// The delay after the first failed attempt; it doubles with each further one.
  let firstDelay: Duration
  let longestDelay: Duration
  /// The number of failed attempts after which a message is given up.
  let attempts: Int

  /// From 5 seconds to 6 hours, 20 attempts: about two days in all.
  static let standard = RetryPolicy(
    firstDelay: .seconds(5),
    longestDelay: .seconds(6 * 3600),
    attempts: 20
  )

  /// The delay after the last of `failures` failed attempts; `nil` if the message is to be given
  /// up.
  ///
  /// Half of it is fixed and half is `random` (from 0 up to 1), so that messages that failed together
  /// are not sent again together. A delay that the receiver asked for is kept, up to a day.
  func delay(afterFailures failures: Int, asked: Duration?, random: Double) -> Duration? {
    guard failures < attempts else { return nil }
    // Past 2^40 the longest delay has long been reached, and the product would overflow.
    let doublings = min(max(failures - 1, 0), 40)
    let full = min(firstDelay * (1 << doublings), longestDelay)
    let delay = full / 2 + full / 2 * random
    return max(delay, min(asked ?? .zero, .seconds(24 * 3600)))
  }
}
